// A scenario with many equal resources: evaluations of one prompt, and assertions of one or several
// evaluations. After a lost create, apply must not take an equal resource for the created one.
import { folderOf } from "../../../io/folder.ts";
import { createScenario, emptyState, type FaultScenario, yamlDocuments } from "./scenario.ts";

const fast = { type: "LATENCY", targetThreshold: 1000 };
const cheap = { type: "COST", targetThreshold: 1 };

const prompt = (name: string): object => ({
  kind: "prompt",
  name,
  parameters: { provider: "OPENAI", name: "gpt-5" },
  messages: [{ role: "user", content: "{{ticket}}" }],
  evaluations: [
    { name: "one", variables: { ticket: "a" }, assertions: [fast, fast, cheap] },
    { name: "its twin", variables: { ticket: "a" }, assertions: [fast, cheap] },
    { name: "another", variables: { ticket: "b" }, assertions: [fast, fast] },
  ],
});

/** The project and an empty service. */
export function equalEvaluations(): Promise<FaultScenario> {
  const definitions = yamlDocuments([prompt("A"), prompt("B")]);
  const folder = folderOf({ "promptctl.yaml": "{}", "prompts/equal.yaml": definitions });
  return createScenario(folder.path, emptyState, []);
}
