// The messages and hints of refusals.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  modelSettings,
  prompt,
  promptResponse,
  textMessage,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";
import { baseUrl, type RemoteResources, planOf } from "../../fixtures/in-memory.ts";

const keyed = (key: string, description = "d"): string =>
  tool.replace("name:", `key: ${key}\nname:`).replace(": d", `: ${description}`);

it("docs/troubleshooting.md has every code in its table", () => {
  const read = (path: string): string =>
    readFileSync(`${import.meta.dirname}/../../../${path}`, "utf8");
  const source = ["refusals", "name-refusals"].map((file) =>
    read(`src/engine/refusals/${file}.ts`),
  );
  const codes = source.join("").matchAll(/ code: "(.*)",/g);
  const [, table] = read("docs/troubleshooting.md").split("## A plan is refused");
  const rows = table!.split("\n## ")[0]!.matchAll(/^\| (`.*?`) \|/gm);
  const documented = [...rows].flatMap(([, cell]) => cell!.replaceAll("`", "").split(", "));
  expect(documented.sort()).toEqual([...new Set([...codes].map(([, code]) => code!))].sort());
});

describe("the message and the hint of", () => {
  it.each<[string, string, RemoteResources, string, string]>([
    [
      "an ambiguous name",
      tool,
      { tools: [toolResponse("t2"), toolResponse("t1", { description: "e" })] },
      'The service has 2 tools named "look" (t1, t2). The name does not identify tool/look.',
      `Add a pin to promptctl.yaml:\npins:\n  "${baseUrl}":\n    "tool/look": "t1"   # or "t2"`,
    ],
    [
      "a repeated name",
      [keyed("a"), keyed("b")].join("---\n"),
      { tools: [toolResponse("t1")] },
      'The service has one tool named "look" (t1). The name does not identify tool/a or tool/b.',
      `Add a pin to promptctl.yaml:\npins:\n  "${baseUrl}":\n    "tool/a": "t1"   # or for "tool/b"`,
    ],
    [
      "a repeated name that several resources have",
      [keyed("a"), keyed("b")].join("---\n"),
      { tools: [toolResponse("t1"), toolResponse("t2")] },
      'The service has 2 tools named "look" (t1, t2). The name does not identify tool/a or tool/b.',
      `Add a pin to promptctl.yaml:\npins:\n  "${baseUrl}":\n    "tool/a": "t1"   # or "t2"\n    "tool/b": "t2"   # or "t1"`,
    ],
    [
      "a duplicate that would change",
      tool.replace(": d", ": e"),
      { tools: [toolResponse("t1"), toolResponse("t2")] },
      'The service has duplicates named "look", and the plan would change tool/look.',
      `Delete the duplicates with --prune first.\nOr add a pin to promptctl.yaml:\npins:\n  "${baseUrl}":\n    "tool/look": "t1"`,
    ],
    [
      "a missing external resource",
      "kind: tool\nname: look\nexternal: true\n",
      {},
      'tool/look is external, but the service has no tool named "look".',
      "Create it on the service first, or remove external: true so that promptctl creates it.",
    ],
    [
      "an unknown provider",
      prompt,
      {
        prompts: [
          promptResponse("p", {
            parameters: { ...modelSettings, provider: "NEWER" },
            messages: [textMessage("x")],
          }),
        ],
      },
      "prompt/Greet has values that this version does not support (/parameters/provider). Changing it could lose them.",
      "Use a newer promptctl, or change it with the tool that created it.",
    ],
    [
      "several earlier names",
      `${tool}renamedFrom: [old, older]\n`,
      { tools: [toolResponse("t1", { name: "old" }), toolResponse("t2", { name: "older" })] },
      'The service has "old" (t1) and "older" (t2). renamedFrom does not identify which one becomes tool/look.',
      `Add a pin to promptctl.yaml:\npins:\n  "${baseUrl}":\n    "tool/look": "t1"   # or "t2"`,
    ],
  ])("%s", async (_sentence, texts, remote, message, hint) => {
    const { refusals } = await planOf(texts, remote);
    expect(refusals.map((each) => [each.message, each.hint])).toEqual([[message, hint]]);
  });
});

it("unknown fields of a response are not compared, and are listed where an update may remove them", async () => {
  const remote = {
    tools: [
      toolResponse("t1", { owner: "me", "a/b": 1 }),
      toolResponse("t2", { name: "other", owner: "me" }),
    ],
  };
  expect((await planOf(tool, remote)).changes).toEqual([]);
  const [change] = (await planOf(tool.replace(": d", ": e"), remote)).changes;
  expect(change).toMatchObject({ action: "update", unknownFields: ["/owner", "/a~1b"] });
});
