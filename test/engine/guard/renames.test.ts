// Renames that would give a resource, and its id, the text of another definition.
import { describe, expect, it } from "vitest";
import { historyOf, type HistoryTexts, missingHistory } from "../../fixtures/history.ts";
import { baseUrl, type PlanFixtureOptions, planOf } from "../../fixtures/in-memory.ts";
import { tool, toolResponse } from "../../fixtures/responses.ts";

const toolNamed = (name: string, description = "d", renamedFrom?: string): string =>
  [
    tool.replace("look", name).replace(": d", `: ${description}`),
    renamedFrom === undefined ? "" : `renamedFrom: [${renamedFrom}]\n`,
  ].join("");
const noGit = missingHistory("no-git", "git is not installed");
const documents = (...texts: string[]): string => texts.join("---\n");

/** Code and message of each refusal, and what the plan changes without it. */
async function refusalsOf(
  files: string,
  remote: ReturnType<typeof toolResponse>[],
  options: PlanFixtureOptions,
): Promise<string[]> {
  const { refusals } = await planOf(files, { tools: remote }, options);
  return refusals.map(({ code, addresses }) => `${code} ${addresses.join()}`);
}

describe("a match by an earlier name", () => {
  const files = toolNamed("find", "new", "look");
  const overwrite = ["tool/find"];
  const pins = { [baseUrl]: { "tool/find": "t1" } };
  it.each<[string, HistoryTexts | undefined, PlanFixtureOptions, string[]]>([
    ["of the version before the rename", { line: [files, tool] }, {}, []],
    ["of an older version", { line: [files, toolNamed("look", "newer"), tool] }, {}, []],
    [
      "of a name before the last one",
      { line: [files, toolNamed("seek", "e", "look"), tool] },
      {},
      [],
    ],
    [
      "of content that no version has",
      { line: [files, toolNamed("look", "other")] },
      {},
      ["renamed-content tool/find"],
    ],
    ["of a resource that git never had", { line: [files] }, {}, ["renamed-content tool/find"]],
    ["that --overwrite permits", { line: [files] }, { overwrite }, []],
    ["that a pin decides", { line: [files] }, { pins }, []],
    [
      "of a version of another branch",
      { line: [files], others: [tool] },
      {},
      ["renamed-content tool/find"],
    ],
    ["of a version of --ref", { line: [files], chosen: [tool] }, {}, []],
    ["with a history that is cut off", { line: [files], end: "shallow" }, {}, []],
    ["without git", undefined, {}, []],
  ])("%s", async (_sentence, history, options, expected) => {
    const given = { history: history ? historyOf(history) : noGit, ...options };
    expect(await refusalsOf(files, [toolResponse("t1")], given)).toEqual(expected);
  });

  it("of an unknown version is refused with conflicts: refuse", async () => {
    const given = { history: noGit, conflicts: "refuse" } as const;
    expect(await refusalsOf(files, [toolResponse("t1")], given)).toEqual([
      "unknown-version tool/find",
    ]);
  });

  it("of content that no version has: the name is not what was changed on the service", async () => {
    const history = historyOf({ line: [files, toolNamed("look", "other")] });
    const { changes } = await planOf(files, { tools: [toolResponse("t1")] }, { history });
    expect(changes[0]!.held).toMatchObject({
      type: "none",
      newest: {
        content: { name: "find", description: "new" },
        observed: { name: "find", description: "d" },
      },
    });
  });

  it("says what may be wrong, and both ways out", async () => {
    const { refusals } = await planOf(
      files,
      { tools: [toolResponse("t1")] },
      { history: historyOf({ line: [files] }) },
    );
    expect([refusals[0]!.message, refusals[0]!.hint]).toEqual([
      'renamedFrom gives tool/find the resource "look" (t1), whose content is no version of tool/find in git. It may be another tool, and applications that call t1 would get the text of tool/find.',
      [
        "If it is another tool, remove renamedFrom. If it is this one, add a pin to promptctl.yaml:",
        "pins:",
        `  "${baseUrl}":`,
        '    "tool/find": "t1"',
        "To overwrite it, add:",
        "--overwrite tool/find",
      ].join("\n"),
    ]);
  });
});

describe("a name that was reused after a rename", () => {
  const renamed = toolNamed("find", "d", "look");
  const reused = documents(toolNamed("find"), toolNamed("look", "another"));
  const line = [reused, renamed, tool];
  const withKey = renamed.replace("name:", "key: finder\nname:");
  it.each<
    [
      string,
      string,
      HistoryTexts,
      PlanFixtureOptions & { remote?: ReturnType<typeof toolResponse>[] },
      string[],
    ]
  >([
    [
      "is refused where the service has not got the rename",
      reused,
      { line },
      {},
      ["renamed-before-reuse tool/look"],
    ],
    [
      "also if an older version is on the service",
      reused,
      { line: [reused, renamed, toolNamed("look", "newer"), tool] },
      {},
      ["renamed-before-reuse tool/look"],
    ],
    [
      "is refused where a pin or --overwrite left both resources",
      reused,
      { line },
      { remote: [toolResponse("t1"), toolResponse("t2", { name: "find" })] },
      ["renamed-before-reuse tool/look"],
    ],
    [
      "is refused where what the service has was edited there, and the renamed one is missing",
      reused,
      { line },
      { remote: [toolResponse("t1", { description: "edited" })] },
      ["renamed-before-reuse tool/look"],
    ],
    [
      "is planned where what the service has was edited there, and the renamed one is there",
      reused,
      { line },
      {
        remote: [
          toolResponse("t1", { description: "edited" }),
          toolResponse("t2", { name: "find" }),
        ],
      },
      [],
    ],
    ["unless --overwrite permits it", reused, { line }, { overwrite: ["tool/look"] }, []],
    ["unless a pin decides", reused, { line }, { pins: { [baseUrl]: { "tool/look": "t1" } } }, []],
    [
      "is no rename if the definition was removed and added again",
      toolNamed("look", "another"),
      { line: [toolNamed("look", "another"), toolNamed("other"), tool] },
      {},
      [],
    ],
    [
      "is planned where the service has the definition as it is since",
      documents(toolNamed("find"), toolNamed("look", "newest")),
      {
        line: [reused, renamed, toolNamed("look", "older")].with(
          0,
          documents(toolNamed("find"), tool),
        ),
      },
      {},
      [],
    ],
    [
      "is refused where the renamed definition has a key",
      reused,
      { line: [reused, withKey, tool] },
      {},
      ["renamed-before-reuse tool/look"],
    ],
  ])("%s", async (_sentence, files, history, { remote, ...options }, expected) => {
    const given = { history: historyOf(history), ...options };
    expect(await refusalsOf(files, remote ?? [toolResponse("t1")], given)).toEqual(expected);
  });

  it("is planned after the commit that the hint names was applied", async () => {
    const history = historyOf({ line });
    const before = await planOf(reused, { tools: [toolResponse("t1")] }, { history });
    expect([before.refusals[0]!.message, before.refusals[0]!.hint]).toEqual([
      "The service has tool/look (t1) as it was before c200000 renamed it to tool/find. tool/look is another tool now, and applications that call t1 would get its text.",
      "Apply c200000 here first, then plan again:\npromptctl apply --ref c200000\nTo overwrite it, add:\n--overwrite tool/look",
    ]);
    const first = await planOf(renamed, { tools: [toolResponse("t1")] }, { history });
    expect(first.changes).toMatchObject([{ action: "update", address: "tool/find", id: "t1" }]);
    const then = await planOf(
      reused,
      { tools: [toolResponse("t1", { name: "find" })] },
      { history },
    );
    expect(then.refusals).toEqual([]);
    expect(then.changes).toMatchObject([{ action: "create", address: "tool/look" }]);
  });
});

describe("definitions of a commit before a rename, as with --ref", () => {
  const first = toolNamed("look", "one");
  const renamed = toolNamed("find", "one", "look");
  const reused = documents(toolNamed("find", "one"), toolNamed("look", "another"));
  const edited = documents(toolNamed("find", "one"), toolNamed("look", "newest"));
  const line = [edited, reused, renamed, toolNamed("look", "two"), first];
  const find = toolResponse("t1", { name: "find", description: "one" });
  const look = (description: string): ReturnType<typeof toolResponse> =>
    toolResponse("t2", { description });
  const undone = ["renamed-before-reuse tool/look"];

  it.each<
    [string, string, number, ReturnType<typeof toolResponse>[], PlanFixtureOptions, string[]]
  >([
    [
      "put no text under the id that has the name since",
      first,
      4,
      [find, look("newest")],
      {},
      undone,
    ],
    ["whichever version it has", first, 4, [find, look("another")], {}, undone],
    ["also if it was edited there", first, 4, [find, look("by hand")], {}, undone],
    [
      "unless --overwrite permits it",
      first,
      4,
      [look("another")],
      { overwrite: ["tool/look"] },
      [],
    ],
    [
      "unless a pin decides",
      first,
      4,
      [find, look("another")],
      { pins: { [baseUrl]: { "tool/look": "t2" } } },
      [],
    ],
    ["go back where the service has not got the rename", first, 4, [look("two")], {}, []],
    ["go forward there too", toolNamed("look", "two"), 3, [look("one")], {}, []],
    ["go back to a commit after the reuse", reused, 1, [find, look("newest")], {}, []],
    ["go back to the commit of the rename", renamed, 2, [find, look("newest")], {}, []],
  ])("%s", async (_sentence, files, newer, remote, options, expected) => {
    const history = historyOf({ line, newer });
    expect(await refusalsOf(files, remote, { history, ...options })).toEqual(expected);
  });

  it("are refused too if they are checked out, and another branch has the rename", async () => {
    const history = historyOf({ line: [first], others: [edited, reused, renamed] });
    for (const description of ["newest", "another"]) {
      const refusals = await refusalsOf(first, [find, look(description)], { history });
      expect(refusals).toEqual(undone);
    }
  });

  it("are planned if they are checked out, and the other branch only has another text", async () => {
    const history = historyOf({ line: [first], others: [toolNamed("look", "two")] });
    expect(await refusalsOf(first, [look("two")], { history })).toEqual([]);
  });

  it("take no resource by an earlier name that another definition has since", async () => {
    const again = documents(toolNamed("seek", "one", "find"), toolNamed("look", "another"));
    const history = historyOf({ line: [again, renamed, first], newer: 1 });
    const remote = [toolResponse("t1", { name: "seek", description: "one" }), look("another")];
    expect(await refusalsOf(renamed, remote, { history })).toEqual(["renamed-content tool/find"]);
  });

  it("are of an unknown version where the commits in between cannot be read", async () => {
    const history = historyOf({ line: [edited, reused], end: "shallow", newer: 2 });
    const plan = await planOf(first, { tools: [find, look("another")] }, { history });
    expect(plan.changes[0]!.held).toEqual({ type: "unknown" });
    expect(plan.alerts).toMatchObject([{ code: "history-unknown" }]);
  });

  it("say which definition has the text, and from which commit on both go back", async () => {
    const { refusals } = await planOf(
      first,
      { tools: [find, look("another")] },
      { history: historyOf({ line, newer: 4 }) },
    );
    expect([refusals[0]!.message, refusals[0]!.hint]).toEqual([
      "The definitions have tool/look as it was before c300000 renamed it to tool/find. The service has another tool with this name (t2) since, and applications that call t2 would get the text of tool/find.",
      "Commit the older text to tool/find, or apply c300000 or a newer commit:\npromptctl apply --ref c300000\nTo overwrite it, add:\n--overwrite tool/look",
    ]);
  });
});
