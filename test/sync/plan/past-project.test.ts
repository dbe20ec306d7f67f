// The files of a commit, as history reads them.
import { expect, it } from "vitest";
import { definitionSchemas } from "../../../src/cli/project/project.ts";
import type { LineCommit } from "../../../src/engine/history/line-commit.ts";
import { kinds } from "../../../src/kinds.ts";
import { createPastProject } from "../../../src/sync/plan/past-project.ts";

const info = { commit: "1", date: "2026-01-01T00:00:00Z", author: "A", subject: "S" };
const readIncluded = (): never => {
  throw new Error("no file is included");
};

function commit(files: LineCommit["files"], isWhole = true): LineCommit {
  const changed = new Set(files.map(({ path }) => path));
  return { info, isWhole, files, unreadable: [], changed, readIncluded };
}

const broken = { path: "new/a.yaml", text: "kind: tool\nname: [" };
const tool = {
  path: "old/a.yaml",
  text: "kind: tool\nname: lookup\ndescription: Looks up.\nparameters: { type: object, properties: {} }\n",
};

it("forgets a broken file that a commit with another folder does not have", async () => {
  const now = { texts: new Map(), documents: [], diagnostics: [] };
  const project = createPastProject(kinds, definitionSchemas, now);
  await project.moveTo(commit([broken]));
  expect(project.isIncomplete()).toBe(true);
  await project.moveTo(commit([tool]));
  expect(project.isIncomplete()).toBe(false);
  const family = project.findFamily("tool", ["lookup"]);
  expect(family).toEqual({ address: "tool/lookup", isAmbiguous: false });
  expect(await project.members(family!.address)).toHaveLength(1);
});
