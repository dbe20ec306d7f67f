// Two projects on one service: apply --prune of one never deletes what only the other defines, with full,
// shallow and no history. With full history it deletes what the project defined, applied and removed.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createFakeService, type FakeService, runCli, serviceEnv } from "../../cli/fake-host.ts";
import { folderOf, type Folder } from "../../io/folder.ts";
import { gitEnv, runTestGit } from "../../io/repository.ts";
import { propertySettings, propertyTimeout } from "../../fixtures/property-settings.ts";
import {
  type BothStates,
  type HistoryApply,
  type HistoryCommit,
  type Item,
  type ProjectState,
  type Side,
  type TwoProjects,
  twoProjects,
} from "./project-histories.ts";
import { listResources } from "./service-requests.ts";

const sides = ["a", "b"] as const;

interface Repository {
  readonly folder: Folder;
  /** The folder of each project that it has. */
  readonly projects: Readonly<Partial<Record<Side, string>>>;
  /** The hash of each commit. */
  readonly hashes: readonly string[];
}

/** Imports all commits at once. */
function createRepository(
  commits: readonly HistoryCommit[],
  projects: Repository["projects"],
): Repository {
  const folder = folderOf();
  runTestGit(["init", "-q"], folder.path);
  const marks = folder.at(".git/marks");
  const parts = commits.flatMap(({ states, branch }, index) => {
    const parent = index === 0 ? "" : `from :${index}\n`;
    const second = `:${1000 + index}`;
    return [
      ...(branch ? [commitText("branch", second, parent, filesOf(branch, projects))] : []),
      commitText(
        "main",
        `:${index + 1}`,
        `${parent}${branch ? `merge ${second}\n` : ""}`,
        filesOf(states, projects),
      ),
    ];
  });
  execFileSync("git", ["fast-import", "--quiet", "--force", `--export-marks=${marks}`], {
    cwd: folder.path,
    env: gitEnv,
    input: parts.join(""),
  });
  const byMark = new Map(
    readFileSync(marks, "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split(" ") as [string, string]),
  );
  return { folder, projects, hashes: commits.map((_, index) => byMark.get(`:${index + 1}`)!) };
}

type Files = Readonly<Record<string, string>>;

function commitText(branch: string, mark: string, parents: string, files: Files): string {
  const texts = Object.entries(files).map(
    ([path, text]) => `M 644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  );
  const head = `commit refs/heads/${branch}\nmark ${mark}\ncommitter T <t@example.com> 1767225600 +0000\n`;
  return `${head}data 1\nc\n${parents}deleteall\n${texts.join("")}`;
}

/** The files of the projects in a repository. */
function filesOf(states: BothStates, projects: Repository["projects"]): Files {
  return Object.fromEntries(
    sides.flatMap((side) => {
      const folder = projects[side];
      if (folder === undefined) return [];
      const definitions = [...states[side]].map(([name, item]) => [
        `${folder}prompts/${name}.yaml`,
        definitionText(name, item),
      ]);
      const configuration = "definitions: prompts\nlimits: { maxDeletePercent: 100 }\n";
      const readme = [`${folder}prompts/README.md`, "Prompts.\n"];
      return [[`${folder}promptctl.yaml`, configuration], readme, ...definitions] as const;
    }),
  );
}

function definitionText(
  name: string,
  { kind, text, evaluations, renamedFrom, external }: Item,
): string {
  if (external) return JSON.stringify({ kind, name, external });
  const common = { kind, name, ...(renamedFrom.length > 0 && { renamedFrom }) };
  if (kind === "tool") return JSON.stringify({ ...common, description: text, parameters: {} });
  return JSON.stringify({
    ...common,
    parameters: { provider: "OPENAI", name: "gpt-5" },
    messages: [{ role: "user", content: text }],
    evaluations: evaluations.map((each, index) => ({
      name: `case-${index}`,
      variables: { marker: each },
      assertions: [{ type: "LATENCY", targetThreshold: Number(each.slice(1)) }],
    })),
  });
}

/** Applies a project at a commit. Returns the exit code. */
async function applyAt(
  { folder, projects, hashes }: Repository,
  { side, prune, history, commit, states }: HistoryApply,
  service: FakeService,
): Promise<number> {
  writeFileSync(folder.at(".git/HEAD"), `${hashes[commit]}\n`);
  const boundary = hashes[Math.max(0, commit - 2)]!;
  rmSync(folder.at(".git/shallow"), { force: true });
  if (history === "shallow") writeFileSync(folder.at(".git/shallow"), `${boundary}\n`);
  for (const each of Object.values(projects))
    rmSync(folder.at(`${each}prompts`), { recursive: true, force: true });
  for (const [path, text] of Object.entries(filesOf(states, projects))) folder.write(path, text);
  const flags = [
    ...(prune ? ["--prune", "--allow-mass-delete"] : []),
    ...(history === "--no-history" ? [history] : []),
  ];
  const { code } = await runCli(["apply", "--auto-approve", ...flags], {
    cwd: folder.at(projects[side]!),
    env: { ...serviceEnv, ...(history === "no git" && { PATH: "/nonexistent" }) },
    fetch: service.fetch,
  });
  return code;
}

/** What the service has: `tool n1`, and `prompt n2` with the markers of its evaluations. */
async function resourcesOf(service: FakeService): Promise<Map<string, readonly string[]>> {
  const list = <Item>(path: string): Promise<Item[]> => listResources<Item>(service, path);
  const [tools, prompts, evaluations] = await Promise.all([
    list<{ name: string }>("tools"),
    list<{ id: string; name: string }>("prompts"),
    list<{ promptId: string; variables: { marker: string } }>("evaluations"),
  ]);
  const markers = (prompt: string): string[] =>
    evaluations
      .filter(({ promptId }) => promptId === prompt)
      .map(({ variables }) => variables.marker)
      .sort();
  return new Map([
    ...tools.map(({ name }) => [`tool ${name}`, [] as string[]] as const),
    ...prompts.map(({ id, name }) => [`prompt ${name}`, markers(id)] as const),
  ]);
}

function ownNames(state: ProjectState): string[] {
  return [...state].flatMap(([name, { kind, external }]) => (external ? [] : [`${kind} ${name}`]));
}

/** Runs the applies in turn and checks what each deleted. Returns how many resources were pruned. */
async function checkApplies({ isOneRepository, commits, applies }: TwoProjects): Promise<number> {
  const together = { a: "team-a/", b: "team-b/" };
  const repositories = isOneRepository
    ? [createRepository(commits, together)]
    : [createRepository(commits, { a: "" }), createRepository(commits, { b: "" })];
  const service = await createFakeService();
  const applied = { a: new Set<string>(), b: new Set<string>() };
  let pruned = 0;
  for (const apply of applies) {
    const { side, states, prune, history, handedOver } = apply;
    const repository = repositories.find(({ projects }) => projects[side] !== undefined)!;
    const before = await resourcesOf(service);
    const code = await applyAt(repository, apply, service);
    const after = await resourcesOf(service);
    pruned += [...before.keys()].filter((name) => !after.has(name)).length;
    const [own, theirs] = [states[side], states[side === "a" ? "b" : "a"]].map(ownNames);
    for (const name of theirs!)
      if (!own!.includes(name)) expect([name, after.get(name)]).toEqual([name, before.get(name)]);
    if (code !== 0) continue;
    for (const name of own!) applied[side].add(name);
    if (!prune || history !== "full") continue;
    const isShared = (name: string): boolean => handedOver.has(name.split(" ")[1]!);
    const removed = [...applied[side]].filter((name) => !own!.includes(name) && !isShared(name));
    expect(removed.filter((name) => after.has(name))).toEqual([]);
    for (const [name, { kind, evaluations, external }] of states[side])
      if (!external && !handedOver.has(name))
        expect([name, after.get(`${kind} ${name}`)]).toEqual([name, evaluations.toSorted()]);
  }
  await Promise.all(repositories.map(({ folder }) => folder[Symbol.asyncDispose]()));
  return pruned;
}

it(
  "prune deletes what its project removed, never what only the other project defines",
  { timeout: propertyTimeout(120_000) },
  async () => {
    let pruned = 0;
    const property = fc.asyncProperty(twoProjects, async (given) => {
      pruned += await checkApplies(given);
    });
    await fc.assert(property, { ...propertySettings(12), endOnFailure: true });
    expect(pruned).toBeGreaterThan(0);
  },
);
