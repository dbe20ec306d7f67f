// Which version in git a remote resource equals: a table of histories, newest commit first.
import { describe, expect, it } from "vitest";
import type { HeldVersion } from "../../../src/engine/model/held-version.ts";
import { historyOf, type HistoryTexts } from "../../fixtures/history.ts";
import { planOf, type RemoteResources } from "../../fixtures/in-memory.ts";
import { tool, toolResponse } from "../../fixtures/responses.ts";

const version = (description: string): string =>
  tool.replace("description: d", `description: ${description}`);

/** The version that the plan says of its only change; the service has the description "d". */
async function heldBy(
  files: string,
  history: HistoryTexts,
  remote: RemoteResources = { tools: [toolResponse("t")] },
): Promise<string> {
  const { changes } = await planOf(files, remote, { history: historyOf(history) });
  expect(changes).toHaveLength(1);
  return describeHeld(changes[0]!.held!);
}

/** `c2, 1 behind`. Commits are numbered from the oldest one, c1. */
function describeHeld(held: HeldVersion): string {
  switch (held.type) {
    case "version": {
      const commit = held.at.commit.slice(0, 2);
      const parts = held.isPartial ? "parts of " : "";
      return `${parts}${held.at.orOlder ? "at or before " : ""}${commit}, ${held.behind} behind`;
    }
    case "other-ref":
      return `${held.at.commit.slice(0, 2)} of ${held.ref}`;
    case "none":
      return `none, newest ${held.newest?.at.commit.slice(0, 2)}`;
    case "unknown":
      return "unknown";
  }
}

const now = version("new");
const rows: readonly [string, HistoryTexts, string][] = [
  [
    "the committed version, where the files are ahead",
    { line: [tool, version("old")] },
    "c2, 0 behind",
  ],
  [
    "the commit that introduced it, not the newest with it",
    { line: [now, tool, tool] },
    "c1, 1 behind",
  ],
  ["three back", { line: [now, version("c"), version("b"), tool] }, "c1, 3 behind"],
  ["after a revert, the newest run", { line: [now, tool, version("b"), tool] }, "c3, 1 behind"],
  [
    "a commit that removed it is no version",
    { line: [now, "{}", tool].map(empty) },
    "c1, 1 behind",
  ],
  [
    "a shallow clone: at or before",
    { line: [now, tool], end: "shallow" },
    "at or before c1, 1 behind",
  ],
  [
    "a broken commit in between ends a run",
    { line: [now, tool, "kind: [", tool] },
    "at or before c3, 1 behind",
  ],
  ["none", { line: [now, version("b")] }, "none, newest c2"],
  ["none, and never defined", { line: [empty("{}")] }, "none, newest undefined"],
  [
    "external in git: no version",
    { line: [now, "kind: tool\nname: look\nexternal: true\n"] },
    "none, newest c2",
  ],
  ["older than what a shallow clone has", { line: [now], end: "shallow" }, "unknown"],
  ["older than the limit", { line: [now], end: "limit" }, "unknown"],
];

/** A file without definitions in place of `{}`. */
function empty(text: string): string {
  return text === "{}" ? "# nothing\n" : text;
}

describe("the version that the service holds is", () => {
  it.each(rows)("%s", async (_title, history, expected) => {
    expect(await heldBy(now, history)).toBe(expected);
  });

  it("followed through a rename", async () => {
    const renamed = `${version("new").replace("name: look", "name: find")}renamedFrom: [look]\n`;
    expect(await heldBy(renamed, { line: [renamed, tool] })).toBe("c1, 1 behind");
  });

  it("found although a tool that it refers to has another name since", async () => {
    const project = (name: string, text: string, more = ""): string =>
      `${tool.replace("name: look", `name: ${name}`)}${more}---
kind: prompt
name: P
tools: [${name}]
parameters: { provider: OPENAI, name: m }
messages: [{ role: user, content: ${text} }]
`;
    // An apply that failed after the tool was renamed.
    const remote: RemoteResources = {
      tools: [{ ...toolResponse("t"), name: "find" }],
      prompts: [
        {
          id: "p1",
          name: "P",
          tools: [{ ...toolResponse("t"), name: "find" }],
          parameters: { provider: "OPENAI", name: "m" },
          messages: [{ role: "user", content: [{ type: "TEXT", text: "old" }] }],
        },
      ],
    };
    const files = project("find", "new", "renamedFrom: [look]\n");
    expect(await heldBy(files, { line: [files, project("look", "old")] }, remote)).toBe(
      "c1, 1 behind",
    );
  });
});
