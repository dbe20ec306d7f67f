// promptctl pull --target: only what the patterns match is written.
import { describe, expect, it } from "vitest";
import { folderOf } from "../../io/folder.ts";
import { type CliResult, createFakeService, runCli, serviceEnv } from "../fake-host.ts";
import { lookup, project, triage } from "../project.ts";

const old = `kind: prompt
name: Old bot
tools: [escalate]
parameters: { provider: OPENAI, name: gpt-test }
messages: [{ role: user, content: Hi }]
evaluations:
  - name: hi
    variables: {}
    appendedMessages: [{ role: user, content: Hi }]
    assertions: [{ type: LATENCY, targetThreshold: 9 }]
`;

/** Edits on the service of every kind, made with other files. */
const onService: Readonly<Record<string, string>> = {
  ...project,
  "prompts/lookup.yaml": lookup.replace("Look up", "Find"),
  "prompts/triage.md": "You triage tickets.\n",
  "prompts/triage.yaml": triage
    .replace("[lookup_order]", "[lookup_order, escalate]")
    .replace("2000 }", "3000 }\n      - { type: COST, targetThreshold: 1 }"),
  "prompts/more.yaml": `kind: tool\nname: escalate\ndescription: Ask a person.\nparameters: { type: object }\n---\n${old}---\n${old.replace("Old bot", "Other bot").replace("content: Hi }]\nevaluations", "content: Ho }]\nevaluations")}`,
};

interface Pulled {
  readonly outcome: CliResult;
  /** The files that pull changed or added, with their texts. */
  readonly written: Readonly<Record<string, string>>;
  readonly plan: string;
}

async function pullWith(args: readonly string[]): Promise<Pulled> {
  const { fetch } = await createFakeService();
  await using theirs = folderOf(project);
  await using ours = folderOf(project);
  const options = { env: serviceEnv, fetch };
  await runCli(["apply", "--auto-approve"], { ...options, cwd: theirs.path });
  for (const [path, text] of Object.entries(onService)) theirs.write(path, text);
  const applied = await runCli(["apply", "--auto-approve"], { ...options, cwd: theirs.path });
  expect([applied.code, applied.err]).toEqual([0, expect.any(String)]);
  const outcome = await runCli(["pull", "--auto-approve", ...args], { ...options, cwd: ours.path });
  const { out } = await runCli(["plan", "--unmanaged"], { ...options, cwd: ours.path });
  const written = ours
    .paths()
    .map((path) => [path, ours.read(path)] as const)
    .filter(([path, text]) => project[path] !== text);
  return { outcome, written: Object.fromEntries(written), plan: out };
}

const withTool = triage.replace(" [lookup_order]", "\n  - escalate\n  - lookup_order");
const newTool = "prompts/tools/escalate.tool.yaml";
const newPrompt = "prompts/old-bot.prompt.yaml";
const any: unknown = expect.any(String);

describe("pull --target writes what the pattern matches, and nothing else", () => {
  it.each<[string, readonly string[], Readonly<Record<string, unknown>>]>([
    [
      "a prompt, and the new tool that it uses on the service",
      ["prompt/Support triage"],
      {
        "prompts/triage.md": "You triage tickets.\n",
        "prompts/triage.yaml": withTool,
        [newTool]: any,
      },
    ],
    [
      "an evaluation with its assertions",
      ["evaluation/Support triage/refund"],
      {
        "prompts/triage.yaml": triage.replace(
          "2000 }\n",
          "3000 }\n      - type: COST\n        targetThreshold: 1\n",
        ),
      },
    ],
    [
      "all tools",
      ["tool/*"],
      { "prompts/lookup.yaml": onService["prompts/lookup.yaml"], [newTool]: any },
    ],
    [
      "a prompt without a definition, with its evaluations and the tool that it uses",
      ["prompt/Old bot"],
      { [newPrompt]: expect.stringContaining("type: LATENCY"), [newTool]: any },
    ],
    ["nothing, if it is equal on both sides", ["prompt/Greeter"], {}],
  ])("%s", async (_name, patterns, files) => {
    const { outcome, written, plan } = await pullWith(
      patterns.flatMap((pattern) => ["--target", pattern]),
    );
    expect([outcome.code, outcome.err]).toEqual([0, ""]);
    expect(written).toEqual(files);
    expect(plan).toContain("Other bot");
    expect(outcome.out).toContain(
      Object.keys(files).length === 0
        ? "Nothing to write. The files match the service in what --target names."
        : "Written. promptctl plan shows the remaining differences.",
    );
  });

  it("is wrong usage for a pattern without a match, and with --prune", async () => {
    const unmatched = await pullWith(["--target", "prompt/Old bo"]);
    expect([unmatched.outcome.code, unmatched.outcome.err, unmatched.written]).toEqual([
      64,
      `Error: No definition and no resource of the service matches "prompt/Old bo".
  Did you mean "prompt/Old bot"?
`,
      {},
    ]);
    const pruned = await pullWith(["--target", "prompt/*", "--prune"]);
    expect([pruned.outcome.code, pruned.outcome.err, pruned.written]).toEqual([
      64,
      `Error: --prune cannot be used with --target.
  Remove the definitions by hand, or pull everything with --prune.
`,
      {},
    ]);
  });
});
