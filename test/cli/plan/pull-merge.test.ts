// promptctl pull where the files and the service changed a definition since the version that was applied.
import { describe, expect, it } from "vitest";
import { folderOf } from "../../io/folder.ts";
import { type CliResult, createFakeService } from "../fake-host.ts";
import { createRepositoryFixture } from "../repository-fixture.ts";
import {
  committed,
  configuration,
  type Content,
  hotfix,
  merged,
  path,
  prompt as promptWith,
  type Files,
  withHotfix,
} from "./pull-branch-fixture.ts";

const prompt = (content: Content = {}): string => promptWith({ seconds: [1], ...content });

interface Merge {
  readonly outcome: CliResult;
  /** The file afterwards. */
  readonly text: string;
}

/** Applies the first content, changes the service, commits others, and pulls. */
async function pullOf(
  commits: readonly Content[],
  service: Content,
  ...flags: readonly string[]
): Promise<Merge> {
  const project = await withHotfix({ [path]: prompt(service) }, { [path]: prompt() });
  await using repository = project.repository;
  for (const commit of commits) repository.commit({ [path]: prompt(commit) });
  const outcome = await project.run(["pull", "--auto-approve", ...flags]);
  return { outcome, text: repository.read(path) };
}

/** A repository with a service that reports versions or not; `edit` makes the service hold other files. */
async function reportingProject(extensions: boolean, files: Files) {
  const { repository, run: runIn } = await createRepositoryFixture(files);
  const { fetch } = await createFakeService({ extensions });
  const run = (words: readonly string[], cwd = repository.path): Promise<CliResult> =>
    runIn(words, { fetch, cwd });
  const apply = async (cwd?: string): Promise<number> =>
    (await run(["apply", "--auto-approve"], cwd)).code;
  const edit = async (content: Content): Promise<void> => {
    await using editor = folderOf({ "promptctl.yaml": configuration, [path]: prompt(content) });
    expect(await apply(editor.path)).toBe(0);
  };
  const pull = (...flags: readonly string[]) => run(["pull", "--auto-approve", ...flags]);
  return { repository, run, apply, edit, pull };
}

describe("pull with a known base", () => {
  const older: Content = { ...hotfix, temperature: 0.25 };
  const newer: Content = { temperature: 0.5 };
  /** Applies each commit, then another content that no commit reports, and pulls. */
  const pulled = async (
    extensions: boolean,
    flags: readonly string[] = [],
    { commits, service }: { commits: readonly Content[]; service: Content } = {
      commits: [{}, newer],
      service: older,
    },
  ): Promise<Merge> => {
    const tool = "kind: tool\nname: look\ndescription: Looks.\nparameters: {}\n";
    const files = { "promptctl.yaml": configuration, "prompts/t.yaml": tool };
    const { repository, apply, edit, pull } = await reportingProject(extensions, files);
    await using _repository = repository;
    for (const commit of commits) {
      repository.commit({ [path]: prompt(commit) });
      expect(await apply()).toBe(0);
    }
    await edit(service);
    const outcome = await pull(...flags);
    return { outcome, text: repository.read(path) };
  };

  it.each([
    ["the service reports it", true, []],
    ["--from names it", false, ["--from", "HEAD"]],
  ])("takes a value that an earlier version had, where %s", async (_name, extensions, flags) => {
    const { outcome, text } = await pulled(extensions, flags);
    expect([outcome.code, outcome.err]).toEqual([0, ""]);
    expect(text).toBe(prompt(older));
  });

  it("keeps what was committed where the base is guessed, or another one is named", async () => {
    const { lines = [] } = hotfix;
    expect((await pulled(false)).text).toBe(prompt({ ...newer, lines }));
    const contradicted = await pulled(true, ["--from", "HEAD~1"]);
    expect(contradicted.text).toBe(prompt({ ...newer, lines }));
    expect(contradicted.outcome.out.replaceAll(/\s+/g, " ")).toContain(
      "but the service reports that it was changed from",
    );
  });

  it.each([
    [true, false],
    [false, true],
  ])("offers --from in a conflict only without a report: %s", async (extensions, isOffered) => {
    const files = { "promptctl.yaml": configuration, [path]: prompt() };
    const { repository, apply, edit, pull } = await reportingProject(extensions, files);
    await using _repository = repository;
    await apply();
    await edit(hotfix);
    repository.commit({ [path]: prompt({ lines: ["One.", "Two.", "Other."] }) });
    const { code, err } = await pull();
    expect([code, err.includes("--from")]).toEqual([4, isOffered]);
  });

  it.each([
    ["the service reports it", true, [], [2, 7, 9]],
    ["it is guessed", false, [], [2, 7]],
  ])("takes an assertion that an earlier version had, where %s", async (_name, ...given) => {
    const [extensions, flags, seconds] = given;
    const { text } = await pulled(extensions, flags, {
      commits: [{ seconds: [9] }, { seconds: [2] }],
      service: { seconds: [2, 7, 9] },
    });
    expect(text).toBe(prompt({ seconds }));
  });

  it.each([
    ["the service reports it", true, "changed on the service, taken over since", 0],
    ["it is guessed", false, "changed on the service", 4],
  ])("and conflicts: refuse, after the commit, where %s", async (_name, extensions, says, code) => {
    const files = {
      "promptctl.yaml": `${configuration}conflicts: refuse\n`,
      [path]: prompt(),
    };
    const { repository, run, apply, edit, pull } = await reportingProject(extensions, files);
    await using _repository = repository;
    expect(await apply()).toBe(0);
    await edit(hotfix);
    repository.commit({ [path]: prompt(committed) });
    expect(await apply()).toBe(4);
    expect((await pull()).code).toBe(0);
    repository.commit();
    expect((await run(["plan"])).out).toContain(says);
    expect(await apply()).toBe(code);
    if (code !== 0) return;
    // The same edit again, after it was applied: nobody has taken that one over.
    await edit(hotfix);
    expect(await apply()).toBe(4);
  });

  it("leaves a definition that the commit of --from does not have", async () => {
    const { outcome, text } = await pulled(false, ["--from", "HEAD~2"]);
    expect([outcome.code, text]).toEqual([4, prompt(newer)]);
    expect(outcome.out).toContain("! prompt/Support");
    expect(outcome.err).not.toContain("--from");
  });
});

describe("pull merges", () => {
  it("an edit on the service with another edit of the same message that was committed", async () => {
    const { outcome, text } = await pullOf([committed], hotfix);
    expect(text).toBe(prompt(merged));
    expect([outcome.code, outcome.err]).toEqual([0, ""]);
    expect(outcome.out.replaceAll(/\s+/g, " ")).toContain(
      "Note: prompt/Support: joined line by line in messages[0]. Both sides changed the text, so it is new and was never tested: read it.",
    );
    expect(outcome.out).toContain("Written. promptctl plan shows the remaining differences.");
  });

  it("what was applied from another branch with what was committed", async () => {
    const project = await createRepositoryFixture({
      "promptctl.yaml": configuration,
      [path]: prompt(),
    });
    await using repository = project.repository;
    repository.git(["switch", "-q", "-c", "release"]);
    repository.commit({ [path]: prompt(hotfix) });
    expect((await project.run(["apply", "--auto-approve"])).code).toBe(0);
    repository.git(["switch", "-q", "main"]);
    repository.commit({ [path]: prompt(committed) });
    expect((await project.run(["pull", "--auto-approve"])).code).toBe(0);
    expect(repository.read(path)).toBe(prompt(merged));
  });

  it("leaves a definition in which both changed the same, and shows both", async () => {
    const service = { ...hotfix, temperature: 0.75 };
    const { outcome, text } = await pullOf([committed], service);
    expect(text).toBe(prompt(committed));
    expect(outcome).toMatchObject({
      code: 4,
      err: "\n1 definition stayed as it is: the files and the service changed the same fields.\nTo take what the service has: --theirs. To keep what the files have there: --ours. To name the commit that was applied last: --from COMMIT\n",
    });
    expect(outcome.out).toContain(
      `   ! prompt/Support (${path}:1)  conflict (files → service)
        parameters.temperature  0.5 → 0.75
`,
    );
  });

  it("shows of a text only the lines that both changed", async () => {
    const { outcome } = await pullOf([{ lines: ["New.", "Two.", "Mine."] }], hotfix);
    expect(outcome.out).toContain('messages[0]  "Mine." → "Hotfix."\n');
    expect(outcome.out).not.toContain("New.");
  });

  it("with --ours, keeps the files there and takes the rest", async () => {
    const { outcome, text } = await pullOf([committed], { ...hotfix, temperature: 0.75 }, "--ours");
    expect(text).toBe(prompt(merged));
    expect(outcome.out).toContain("the service changed parameters.temperature too. With --ours,");
    expect([outcome.code, outcome.err]).toEqual([0, ""]);
  });

  it("with --theirs, takes what the service has", async () => {
    const { outcome, text } = await pullOf([committed], hotfix, "--theirs");
    expect(text).toBe(prompt(hotfix));
    expect([outcome.code, outcome.err]).toEqual([0, ""]);
  });

  it("leaves an assertion that both changed", async () => {
    const { outcome, text } = await pullOf([{ seconds: [2] }], { seconds: [9] });
    expect(text).toBe(prompt({ seconds: [2] }));
    expect(outcome.code).toBe(4);
    expect(outcome.out).toContain(
      `   ! assertion/Support/e/1 (${path}:20)  conflict (files → service)
        targetThreshold  2 → 9
`,
    );
  });
});

it("equal conflicts are shown once; if their base is not known, nobody says that both changed", async () => {
  const [one, other] = ["prompts/a.yaml", "prompts/b.yaml"];
  const file = (name: string, content: Content) =>
    prompt(content).replace("name: Support", `name: ${name}`);
  const filesOf = (content: Content) => ({
    [one]: file("A", content),
    [other]: file("B", content),
  });
  const project = await createRepositoryFixture({
    "promptctl.yaml": configuration,
    "prompts/notes.txt": "",
  });
  await using repository = project.repository;
  const empty = repository.git(["rev-parse", "HEAD"]);
  for (const [name, text] of Object.entries(filesOf(hotfix))) repository.write(name, text);
  expect((await project.run(["apply", "--auto-approve"])).code).toBe(0);
  repository.commit(filesOf({ lines: ["Mine."] }));
  const { code, out, err } = await project.run(["pull", "--auto-approve", "--from", empty]);
  expect([code, err]).toEqual([4, expect.stringContaining("it is not known whether both changed")]);
  expect(out.match(/ ! prompt/g)).toHaveLength(2);
  expect(out.match(/Hotfix/g)).toHaveLength(1);
});

it.each([
  ["--from HEAD --theirs", "--from cannot be used with --theirs."],
  ["--ours --theirs", "--ours cannot be used with --theirs."],
  ["--from nowhere", 'git has no commit "nowhere".'],
])("%s is wrong usage", async (flags, message) => {
  const files = { "promptctl.yaml": configuration, [path]: prompt() };
  const { repository, run } = await createRepositoryFixture(files);
  await using _repository = repository;
  const { code, err } = await run(["pull", "--auto-approve", ...flags.split(" ")]);
  expect([code, err]).toEqual([64, expect.stringContaining(message)]);
});
