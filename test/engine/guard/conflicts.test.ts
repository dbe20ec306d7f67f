// What conflicts: refuse refuses to overwrite or delete, and what conflicts: warn says about it.
import { expect, it } from "vitest";
import { historyOf, type HistoryTexts } from "../../fixtures/history.ts";
import { alertLines, type PlanFixtureOptions, planOf } from "../../fixtures/in-memory.ts";
import { tool, toolResponse } from "../../fixtures/responses.ts";

const version = (description: string): string =>
  tool.replace("description: d", `description: ${description}`);
const files = version("new");
const remote = { tools: [toolResponse("t")] }; // its description is d
const unknown = { line: [files], end: "shallow" } as const;
const changed = { line: [files, version("old")] };

it.each<[string, HistoryTexts, PlanFixtureOptions, string[]]>([
  ["a version of the line is no conflict", { line: [files, tool] }, {}, []],
  ["content that no commit has", changed, {}, ["changed-on-service"]],
  ["unless it may be overwritten", changed, { overwrite: ["tool/look"] }, []],
  ["a version of another branch", { line: [files], others: [tool] }, {}, ["held-by-other-ref"]],
  ["but not that of --ref", { line: [files], chosen: [tool] }, {}, []],
  ["with a history that is cut off", unknown, {}, ["unknown-version"]],
  [
    "definitions that are not committed",
    { line: [files, tool] },
    { uncommittedFiles: ["a.yaml"] },
    ["uncommitted-definitions"],
  ],
  [
    "where git cannot tell",
    { line: [files, tool] },
    { uncommittedFiles: undefined },
    ["uncommitted-definitions"],
  ],
])("%s", async (_sentence, history, options, codes) => {
  const given = { conflicts: "refuse", history: historyOf(history), ...options } as const;
  const { refusals } = await planOf(files, remote, given);
  expect(refusals.map(({ code }) => code)).toEqual(codes);
  const warned = await planOf(files, remote, { ...given, conflicts: "warn" });
  expect(warned.refusals).toEqual([]);
});

it("an unknown version is kept with --theirs only: pull leaves it", async () => {
  const { refusals } = await planOf(files, remote, {
    conflicts: "refuse",
    history: historyOf(unknown),
  });
  const lines = refusals[0]!.hint.split("\n");
  expect(lines[0]).toContain("Remove the reason first");
  expect(lines[1]).toBe("promptctl pull --theirs --branch hotfix --target tool/look");
});

const waysOut = (command: string): string =>
  `conflict: overwrites 1 tool that was changed on the service; to take it over first: ${command}`;

it.each<[string, HistoryTexts, PlanFixtureOptions, string[]]>([
  ["a version of the line", { line: [files, tool] }, {}, []],
  ["a version of another branch", { line: [files], others: [tool] }, {}, []],
  [
    "content that no commit has",
    changed,
    {},
    [waysOut("promptctl pull --branch hotfix --target tool/look")],
  ],
  [
    "content that may be overwritten",
    changed,
    { overwrite: ["tool/look"] },
    [waysOut("promptctl pull --branch hotfix --target tool/look")],
  ],
  [
    "content that is refused",
    changed,
    { conflicts: "refuse" },
    [waysOut("promptctl pull --branch hotfix --target tool/look")],
  ],
  [
    "content in an environment, of a project in a folder",
    changed,
    {
      directory: "my shop",
      environment: { name: "staging" } as NonNullable<PlanFixtureOptions["environment"]>,
    },
    [waysOut("promptctl pull --branch hotfix 'my shop' --env staging --target tool/look")],
  ],
])(
  "a plan that overwrites what was changed on the service names the ways out: %s",
  async (_sentence, history, options, alerts) => {
    const plan = await planOf(files, remote, { history: historyOf(history), ...options });
    expect(alertLines(plan)).toEqual(alerts);
  },
);

it("the command takes all that was changed where many resources were", async () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const seven = (text: string): string =>
    names.map((name) => version(text).replace("name: look", `name: ${name}`)).join("---\n");
  const tools = names.map((name) => toolResponse(`id-${name}`, { name }));
  const history = historyOf({ line: [seven("new"), seven("old")] });
  const plan = await planOf(seven("new"), { tools }, { history });
  expect(alertLines(plan)).toEqual([
    "conflict: overwrites 7 tools that were changed on the service; to take it over first: promptctl pull --branch hotfix",
  ]);
});

it("a resource to delete is named as users name it", async () => {
  const options = {
    conflicts: "refuse",
    prune: true,
    scope: ["tool/look"],
    history: historyOf({ line: [version("old").replace("name: look", "name: x")] }),
  } as const;
  const [refusal] = (await planOf("", remote, options)).refusals;
  expect(refusal).toMatchObject({ code: "changed-on-service", addresses: ["tool/look"] });
  for (const pattern of ["tool/look", "tool/id:t"])
    expect((await planOf("", remote, { ...options, overwrite: [pattern] })).refusals).toEqual([]);
});

it("a pattern that matches nothing is wrong usage", async () => {
  const given = {
    conflicts: "refuse",
    history: historyOf(changed),
    overwrite: ["tol/look"],
  } as const;
  await expect(planOf(files, remote, given)).rejects.toMatchObject({
    class: "usage",
    code: "unmatched-pattern",
    message: 'Nothing matches --overwrite "tol/look".',
    hint: 'Did you mean "tool/look"?',
  });
});

it("a plan that only creates needs no committed definitions", async () => {
  const options = { conflicts: "refuse", uncommittedFiles: [] } as const;
  expect((await planOf(files, {}, options)).refusals).toEqual([]);
});
