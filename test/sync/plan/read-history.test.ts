// How many commits are read for a plan, and where versions are looked for.
import { expect, it } from "vitest";
import { historyOf, type HistoryTexts } from "../../fixtures/history.ts";
import { planOf } from "../../fixtures/in-memory.ts";
import { tool, toolResponse } from "../../fixtures/responses.ts";

const version = (description: string): string =>
  tool.replace("description: d", `description: ${description}`);
const remote = { tools: [toolResponse("t")] }; // its description is d

it.each<[string, string, HistoryTexts, string[], object | undefined]>([
  ["without a change, none", tool, { line: [tool] }, [], undefined],
  [
    "up to the commit that has not the version any more",
    version("new"),
    { line: [version("new"), tool, tool, version("old"), version("older")] },
    ["c5", "c4", "c3", "c2"],
    { type: "version", behind: 1 },
  ],
  [
    "to the end of the line, then others, and the line of the one that has it",
    version("new"),
    { line: [version("new"), version("old")], others: [tool] },
    ["c2", "c1", "f1", "f1"],
    { type: "other-ref", ref: "release", isChosen: false },
  ],
  [
    "--ref before others",
    version("new"),
    { line: [version("new")], chosen: [tool], others: [tool] },
    ["c1", "d1"],
    { type: "other-ref", ref: "v1", isChosen: true },
  ],
  [
    "all, if no commit has it",
    version("new"),
    { line: [version("new"), version("old")], others: [version("x")] },
    ["c2", "c1", "f1"],
    { type: "none" },
  ],
  [
    "a shallow clone: not known",
    version("new"),
    { line: [version("new")], end: "shallow" },
    ["c1"],
    { type: "unknown" },
  ],
  [
    "a commit that cannot be read: no version that is known",
    version("new"),
    { line: [version("new"), "kind: ["] },
    ["c2", "c1"],
    { type: "none" },
  ],
])("%s", async (_sentence, files, history, commits, held) => {
  const read: string[] = [];
  const { changes } = await planOf(files, remote, { history: historyOf(history, read) });
  expect(read).toEqual(commits);
  if (held) expect(changes[0]!.held).toMatchObject(held);
  else expect(changes).toEqual([]);
});
