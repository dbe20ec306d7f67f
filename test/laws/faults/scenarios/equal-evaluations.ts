// A project in which much is equal: evaluations of one prompt, assertions of one evaluation and of
// several. What a lost create made must not be taken for another one's.
import { folderOf } from "../../../io/folder.ts";
import { nothing, type Staged, staged } from "./scenario.ts";

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

/** The project onto a service that holds nothing. */
export function twins(): Promise<Staged> {
  const documents = ["A", "B"].map((name) => JSON.stringify(prompt(name)));
  const files = { "promptctl.yaml": "{}", "prompts/twins.yaml": documents.join("\n---\n") };
  return staged(folderOf(files).path, nothing, []);
}
