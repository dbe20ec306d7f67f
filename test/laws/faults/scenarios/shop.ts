// A small project and a service with an earlier version of it and with unmanaged resources. Apply needs
// every verb for every kind, and replaces and prunes evaluations with several assertions.
import { folderOf } from "../../../io/folder.ts";
import { commitAfter, runTestGit } from "../../../io/repository.ts";
import { unmanagedResources } from "./older-support-desk.ts";
import {
  applyWithoutFaults,
  createScenario,
  type FaultScenario,
  yamlDocuments,
} from "./scenario.ts";

const tool = (name: string, description: string): object => ({
  kind: "tool",
  name,
  description,
  parameters: {},
});

const evaluation = (name: string, threshold: number, ...seconds: readonly number[]): object => ({
  name,
  variables: { ticket: name },
  threshold,
  assertions: seconds.map((limit) => ({ type: "LATENCY", targetThreshold: limit * 1000 })),
});

const prompt = (
  name: string,
  tools: readonly string[],
  evaluations: readonly object[],
): object => ({
  kind: "prompt",
  name,
  tools,
  parameters: { provider: "OPENAI", name: "gpt-5" },
  messages: [{ role: "user", content: "{{ticket}}" }],
  evaluations,
});

const earlier = [
  tool("look_up", "Looks an order up."),
  tool("old_mail", "Sends a mail."),
  prompt(
    "Shop triage",
    ["look_up"],
    [
      evaluation("refund", 1, 1, 2),
      evaluation("greeting", 1, 1, 2, 3),
      evaluation("complaint", 1, 1, 2, 3),
      evaluation("dropped", 1, 2, 3),
    ],
  ),
  prompt("Old shop", ["old_mail"], [evaluation("old", 1, 1)]),
];

const later = [
  tool("look_up", "Looks an order up by its number."),
  tool("track", "Tracks a parcel."),
  prompt(
    "Shop triage",
    ["look_up", "track"],
    [
      evaluation("refund", 0.5, 1, 2),
      evaluation("greeting", 0.7, 1, 4),
      evaluation("complaint", 1, 1, 5),
      evaluation("thanks", 1, 1),
    ],
  ),
  prompt("Shop summary", [], [evaluation("short", 1, 1)]),
];

/**
 * A repository with both versions of the project, whose history says what prune deletes, and a service
 * with the earlier version.
 */
export async function shop(flags: readonly string[]): Promise<FaultScenario> {
  const committed = {
    "promptctl.yaml": 'scope: ["tool/old_*", "prompt/Old *", "prompt/Shop t*"]\n',
    "prompts/shop.yaml": yamlDocuments(earlier),
  };
  const folder = folderOf(committed);
  const { resources } = await applyWithoutFaults(folder.path);
  folder.write("prompts/shop.yaml", yamlDocuments(later));
  commitAfter(committed, folder.path);
  const sentFrom = runTestGit(["rev-parse", "HEAD~1"], folder.path).trim();
  const others = unmanagedResources("billing", "Billing triage");
  const unmanaged = others.map(({ id }) => id);
  return createScenario(
    folder.path,
    { resources: [...resources, ...others], unmanaged, sentFrom },
    flags,
  );
}
