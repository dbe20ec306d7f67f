// Pull in memory: which definitions get what the service has, and which stay because the files changed too.
import { describe, expect, it } from "vitest";
import { definitionSchemas } from "../../../src/cli/project/project.ts";
import { kinds } from "../../../src/kinds.ts";
import { pullAll } from "../../../src/sync/pull/pull.ts";
import type { PullOptions } from "../../../src/sync/pull/pull-new.ts";
import { historyOf } from "../../fixtures/history.ts";
import { filesOf, planOptions, readerOf, type RemoteResources } from "../../fixtures/in-memory.ts";
import { toolResponse } from "../../fixtures/responses.ts";

/** The definition of a tool with a description and parameters. */
const tool = (description: string, parameters = "{}"): string =>
  `kind: tool\nname: look\ndescription: ${description} # mine\nparameters: ${parameters}\n`;
const minimum = (value: number) => ({ minimum: value });
const text = (value: number): string => `{ minimum: ${value} }`;

/** Files with the line of HEAD before them, newest first. */
interface Repository {
  readonly files: string;
  readonly line: readonly string[];
}

/** What a pull does with the file: its new text, conflicts, new files, and what it says. */
async function pull(
  { files, line }: Repository,
  remote: RemoteResources,
  options: Partial<PullOptions> = {},
) {
  const { pulled, taken } = await pullAll({
    kinds,
    schemas: definitionSchemas,
    reader: readerOf(remote),
    options: {
      files: filesOf(files),
      folder: "",
      pathExists: () => false,
      schemaComment: () => "# schema\n",
      checks: { errorsIn: () => [] },
      textFiles: false,
      prune: false,
      target: [],
      theirs: false,
      ours: false,
      settings: { ...planOptions, pins: {}, environment: undefined },
      history: historyOf({ line }),
      ...options,
    },
  });
  return {
    file: pulled!.changed.map((each) => each.text).join(""),
    conflicts: pulled!.conflicts.map(({ address, fields }) => [
      address,
      ...fields.map((field) => field.path.join(".")),
    ]),
    added: pulled!.added.map(({ path }) => path),
    removed: pulled!.removed.map(({ path }) => path),
    notes: pulled!.notes.join("\n"),
    taken,
  };
}

const nothing = { file: "", conflicts: [], added: [], removed: [] };
const remoteTool = (description: string, value?: number): RemoteResources => ({
  tools: [
    toolResponse("t1", { description, ...(value !== undefined && { parameters: minimum(value) }) }),
  ],
});

describe("a definition of which the service has something else", () => {
  const base = tool("one", text(1));
  const changed = tool("one", text(2)); // by the files
  it.each<[sentence: string, repository: Repository, remote: RemoteResources, expected: object]>([
    [
      "gets it where only the service changed, with the text around it",
      { files: base, line: [base] },
      remoteTool("two", 1),
      { ...nothing, file: tool("two", text(1)), taken: ["tool/look"] },
    ],
    [
      "keeps what only the files changed, and gets what only the service changed",
      { files: changed, line: [changed, base] },
      remoteTool("two", 1),
      { ...nothing, file: tool("two", text(2)), taken: ["tool/look"] },
    ],
    [
      "stays as it is where both changed the same, and the conflict names the field",
      { files: tool("three", text(1)), line: [tool("three", text(1)), base] },
      remoteTool("two", 1),
      { ...nothing, conflicts: [["tool/look", "description"]], taken: [] },
    ],
    [
      "stays as it is where the service has an older version of it",
      { files: changed, line: [changed, base] },
      remoteTool("one", 1),
      { ...nothing, taken: [] },
    ],
  ])("%s", async (_sentence, repository, remote, expected) => {
    expect(await pull(repository, remote)).toMatchObject(expected);
  });

  it("gets the older version with --theirs", async () => {
    const repository = { files: changed, line: [changed, base] };
    expect(await pull(repository, remoteTool("one", 1), { theirs: true })).toMatchObject({
      ...nothing,
      file: base,
    });
  });

  it("keeps only its conflicting fields with --ours", async () => {
    const files = tool("three", text(1));
    const repository = { files, line: [files, base] };
    expect(await pull(repository, remoteTool("two", 5), { ours: true })).toMatchObject({
      ...nothing,
      file: tool("three", text(5)),
    });
  });

  it("says where the files are ahead", async () => {
    const { notes } = await pull({ files: changed, line: [changed, base] }, remoteTool("one", 1));
    expect(notes).toContain("tool/look");
  });
});

describe("a resource that no file defines", () => {
  const files = tool("one");
  const repository = { files, line: [files] };
  const remote = {
    tools: [
      toolResponse("t1", { description: "one" }),
      toolResponse("t2", { name: "find", description: "Finds." }),
    ],
  };

  it.each<[sentence: string, options: Partial<PullOptions>, added: string[]]>([
    ["gets a file", {}, ["tools/find.tool.yaml"]],
    ["gets none with a --target that names another one", { target: ["tool/look"] }, []],
    ["gets none on a branch for changes of the service", { isForBranch: true }, []],
    [
      "gets a file on such a branch if a --target names it",
      { isForBranch: true, target: ["tool/find"] },
      ["tools/find.tool.yaml"],
    ],
    [
      "gets a file of another name if its path exists",
      { pathExists: (path) => path === "tools/find.tool.yaml" },
      ["tools/find-2.tool.yaml"],
    ],
  ])("%s", async (_sentence, options, added) => {
    expect(await pull(repository, remote, options)).toMatchObject({ ...nothing, added });
  });

  it("gets none if a commit removed its definition, unless the service has another version", async () => {
    const find = "kind: tool\nname: find\ndescription: Finds.\nparameters: {}\n";
    const removed = { files, line: [files, `${files}---\n${find}`] };
    expect(await pull(removed, remote)).toMatchObject({ ...nothing, added: [] });
    expect(await pull(removed, remote, { theirs: true })).toMatchObject({
      added: ["tools/find.tool.yaml"],
    });
  });
});

describe("a definition whose resource is missing", () => {
  const files = `${tool("one")}---\nkind: tool\nname: gone\ndescription: d\nparameters: {}\n`;
  const repository = { files, line: [files] };

  it("stays, and a note names it", async () => {
    const result = await pull(repository, remoteTool("one"));
    expect(result).toMatchObject(nothing);
    expect(result.notes).toContain("tool/gone");
  });

  it("is removed with --prune, and its file with the last definition", async () => {
    expect(await pull(repository, remoteTool("one"), { prune: true })).toMatchObject({
      ...nothing,
      file: tool("one"),
    });
    const only = { files: tool("one"), line: [tool("one")] };
    expect(await pull(only, {}, { prune: true })).toMatchObject({
      ...nothing,
      removed: ["a.yaml"],
    });
  });
});
