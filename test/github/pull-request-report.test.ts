// What a plan on a pull request reports besides the plan: the definitions that the pull request
// removes, and the warnings in its files.
import { rmSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commitAfter, gitEnv, runTestGit } from "../io/repository.ts";
import { greeter, lookup, project, triage } from "../cli/project.ts";
import { baseSha, pullRequest, push } from "./events.ts";
import { type ActionFixture, createFixture, key } from "./fixture.ts";

/** A change of a file as GitHub lists it, with its content at the base commit. */
interface Changed {
  readonly path: string;
  readonly status?: "added" | "modified" | "removed" | "renamed";
  readonly previous?: string;
  readonly base?: string;
}

function setChanged(fixture: ActionFixture, ...changed: readonly Changed[]): void {
  const { changedFiles, contents } = fixture.github;
  changedFiles.set(
    7,
    changed.map(({ path, status = "modified", previous }) => ({
      filename: path,
      status,
      ...(previous !== undefined && { previous_filename: previous }),
    })),
  );
  for (const { path, previous = path, base } of changed)
    if (base !== undefined) contents.set(`${baseSha}:${previous}`, base);
}

/** A checkout whose definitions are applied, before the pull request changes its files. */
async function appliedFixture(
  files: Readonly<Record<string, string>> = {},
): Promise<ActionFixture> {
  const fixture = await createFixture(files);
  await fixture.run("apply", push, { with: { "reviewed-plan": "off" } });
  return fixture;
}

/** In CI, prune needs a scope. */
const wholeService = { "promptctl.yaml": "definitions: prompts\nscope: ['*']\n" };

const oldBot = greeter
  .replace("Greeter", "Old bot")
  .replace(
    "messages",
    "evaluations:\n  - name: one\n    variables: {}\n    appendedMessages: []\n    assertions: [{ type: LATENCY, targetThreshold: 2 }]\nmessages",
  );
const bots = `${greeter}---\n${oldBot}`;

describe("settings that a pull request loosens", () => {
  const strict = "definitions: prompts\nconflicts: refuse\nkeep: [prompt/Old bot]\n";
  const loose =
    "definitions: prompts\nprune: true\nscope: ['*']\nlimits: { maxDeletePercent: 100 }\n";

  it("are named above the changes in the comment and in the job summary, also without changes", async () => {
    await using fixture = await appliedFixture();
    fixture.folder.write("checkout/promptctl.yaml", loose);
    setChanged(fixture, { path: "promptctl.yaml", base: strict });
    const { code, summary } = await fixture.run("plan", pullRequest());
    expect(code).toBe(0);
    for (const text of [summary, fixture.github.comments[0]!.body])
      expect(text).toContain(
        [
          "**No changes.** 7 definitions match the service.\n",
          `7 definitions in \`prompts/\` · \`${fixture.service.url}\`\n`,
          "* **promptctl.yaml permits more:** `prune false → true`",
          "* **promptctl.yaml permits more:** `conflicts refuse → warn`",
          "* **promptctl.yaml permits more:** `limits.maxDeletePercent 30 → 100`",
          "* **promptctl.yaml permits more:** `scope adds *; without a scope, prune deletes nothing in CI`",
          "* **promptctl.yaml permits more:** `keep no longer has prompt/Old bot`",
        ].join("\n"),
      );
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Hi"));
    const { summary: changed } = await fixture.run("plan", pullRequest());
    expect(changed.indexOf("permits more")).toBeLessThan(changed.indexOf("- update `prompt/"));
  });

  it("are named for all environments, also for those that are not planned", async () => {
    const environments = (production: string): string =>
      `definitions: prompts\nenvironments:\n  staging: {}\n  production: { ${production} }\n`;
    await using fixture = await createFixture({ "promptctl.yaml": environments("") });
    setChanged(fixture, { path: "promptctl.yaml", base: environments("protected: true") });
    const { summary } = await fixture.run("plan", pullRequest(), {
      with: { env: "staging" },
      env: { PROMPTCTL_API_KEY_STAGING: key },
    });
    expect(summary).toContain(
      "* **promptctl.yaml permits more:** `protected true → false` in `production`\n",
    );
  });

  it.each<[string, Changed]>([
    ["tightens promptctl.yaml", { path: "promptctl.yaml", base: `${loose}conflicts: warn\n` }],
    ["adds promptctl.yaml", { path: "promptctl.yaml", status: "added" }],
    ["does not change promptctl.yaml", { path: "prompts/mail.yaml", base: "" }],
  ])("are none if it %s", async (_what, changed) => {
    await using fixture = await createFixture({ "promptctl.yaml": strict });
    setChanged(fixture, changed);
    const { summary } = await fixture.run("plan", pullRequest());
    expect(summary).not.toContain("permits more");
  });

  it("with one value come before patterns, which a comment counts if they are too many", async () => {
    const many = Array.from({ length: 3000 }, (_, index) => `prompt/${index}`);
    const scope = `scope: ${JSON.stringify(many)}\n`;
    await using fixture = await createFixture({
      "promptctl.yaml": loose.replace(/scope.*\n/, scope),
    });
    setChanged(fixture, { path: "promptctl.yaml", base: strict });
    await fixture.run("plan", pullRequest());
    const { body } = fixture.github.comments[0]!;
    expect(body).toContain("`conflicts refuse → warn`");
    expect(body).toContain("`limits.maxDeletePercent 30 → 100`");
    expect(body).toMatch(/And \d+ more loosened settings/);
    expect(body).toContain("- create `prompt/Greeter`");
  });

  it("are found in a moved project, and behind a link", async () => {
    const base = { path: "promptctl.yaml", base: strict };
    await using moved = await createFixture({ "promptctl.yaml": loose });
    setChanged(moved, { ...base, status: "renamed", previous: "old/promptctl.yaml" });
    expect((await moved.run("plan", pullRequest())).summary).toContain("`prune false → true`");
    await using linked = await createFixture({ "settings.yaml": loose });
    rmSync(linked.folder.at("checkout/promptctl.yaml"));
    symlinkSync("settings.yaml", linked.folder.at("checkout/promptctl.yaml"));
    setChanged(linked, { path: "settings.yaml", base: "" });
    linked.github.contents.set(`${baseSha}:promptctl.yaml`, strict);
    expect((await linked.run("plan", pullRequest())).summary).toContain("`prune false → true`");
  });

  it("are found if GitHub lists only a part of the files", async () => {
    await using fixture = await createFixture({ "promptctl.yaml": loose });
    setChanged(fixture, ...Array.from({ length: 3001 }, (_, index) => ({ path: `a/${index}.ts` })));
    fixture.github.contents.set(`${baseSha}:promptctl.yaml`, strict);
    const { summary } = await fixture.run("plan", pullRequest());
    expect(summary).toContain("`prune false → true`");
  });

  it.each([
    ["cannot be read", undefined, "GitHub: cannot read a file of the base commit: not found"],
    ["has errors", "prune: perhaps\n", "It cannot be read there, or has errors."],
    ["is not YAML", "prune: [", "It cannot be read there, or has errors."],
  ])("are not determined if promptctl.yaml %s at the base commit", async (_what, base, reason) => {
    await using fixture = await appliedFixture({ "promptctl.yaml": loose });
    setChanged(fixture, { path: "promptctl.yaml", ...(base !== undefined && { base }) });
    const { summary } = await fixture.run("plan", pullRequest());
    for (const text of [summary, fixture.github.comments[0]!.body])
      expect(text.replace(/\s+/g, " ")).toContain(
        `Not determined: whether promptctl.yaml permits more than at the base commit. ${reason}`,
      );
  });
});

describe("definitions that a pull request removes", () => {
  it("are named in the comment and in the job summary", async () => {
    await using fixture = await appliedFixture({ "prompts/greeter.yaml": bots });
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter);
    setChanged(fixture, { path: "prompts/greeter.yaml", base: bots });
    const { code, summary } = await fixture.run("plan", pullRequest());
    expect(code).toBe(0);
    for (const text of [summary, fixture.github.comments[0]!.body]) {
      expect(text).toContain("**No changes.**");
      expect(text).toContain(
        "* no longer defined: `prompt/Old bot` and its 1 evaluation, 1 assertion; they stay on the service, prune is off\n",
      );
    }
  });

  it("are deleted by the merge with prune", async () => {
    const files = { ...wholeService, "prompts/greeter.yaml": bots };
    await using fixture = await appliedFixture(files);
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter);
    commitAfter(files, fixture.folder.at("checkout"));
    setChanged(fixture, { path: "prompts/greeter.yaml", base: bots });
    const { summary } = await fixture.run("plan", pullRequest(), { with: { prune: "true" } });
    expect(summary).toContain(
      "* no longer defined: `prompt/Old bot` and its 1 evaluation, 1 assertion; **the merge deletes them**\n",
    );
  });

  it("stay on the service with prune if they are out of scope", async () => {
    await using fixture = await appliedFixture({ "prompts/greeter.yaml": bots });
    const config = 'definitions: prompts\nscope: ["tool/*"]\n';
    fixture.folder.write("checkout/promptctl.yaml", config);
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter);
    setChanged(fixture, { path: "prompts/greeter.yaml", base: bots });
    const { summary } = await fixture.run("plan", pullRequest(), { with: { prune: "true" } });
    expect(summary).toContain(
      "`prompt/Old bot` and its 1 evaluation, 1 assertion; they stay on the service: `outside the scope of promptctl.yaml`\n",
    );
  });

  it("that were never applied are named too", async () => {
    await using fixture = await createFixture();
    setChanged(fixture, { path: "prompts/old.yaml", status: "removed", base: oldBot });
    const { summary } = await fixture.run("plan", pullRequest());
    expect(summary).toContain("; the service has no unmanaged resource for it\n");
  });

  it("of deleted and renamed files are found, those of moved files are not removed", async () => {
    await using fixture = await appliedFixture({ "prompts/old.yaml": oldBot });
    fixture.folder.write("checkout/prompts/old.yaml", "");
    fixture.folder.write("checkout/prompts/greeter.yaml", "");
    fixture.folder.write("checkout/prompts/new/hello.yml", greeter);
    fixture.folder.write(
      "checkout/prompts/triage.yaml",
      `${triage}---\n${project["prompts/mail.yaml"]!}`,
    );
    fixture.folder.write("checkout/prompts/mail.yaml", "");
    setChanged(
      fixture,
      { path: "prompts/old.yaml", status: "removed", base: oldBot },
      {
        path: "prompts/new/hello.yml",
        status: "renamed",
        previous: "prompts/greeter.yaml",
        base: greeter,
      },
      { path: "prompts/triage.yaml", base: triage },
      { path: "prompts/mail.yaml", base: project["prompts/mail.yaml"]! },
    );
    const { summary } = await fixture.run("plan", pullRequest());
    expect(summary.match(/no longer defined: .*/g)).toEqual([
      "no longer defined: `prompt/Old bot` and its 1 evaluation, 1 assertion; they stay on the service, prune is off",
    ]);
  });

  it("renamed with renamedFrom are not removed, renamed without it they are", async () => {
    await using fixture = await appliedFixture();
    const renamed = greeter.replace("Greeter", "Welcome");
    setChanged(fixture, { path: "prompts/greeter.yaml", base: greeter });
    fixture.folder.write("checkout/prompts/greeter.yaml", `${renamed}renamedFrom: Greeter\n`);
    const kept = await fixture.run("plan", pullRequest());
    expect(kept.summary).not.toContain("no longer defined");
    fixture.folder.write("checkout/prompts/greeter.yaml", renamed);
    const lost = await fixture.run("plan", pullRequest());
    expect(lost.summary).toContain("no longer defined: `prompt/Greeter`; it stays on the service");
  });

  it("include evaluations of a prompt that stays", async () => {
    await using fixture = await appliedFixture(wholeService);
    const without = triage.slice(0, triage.indexOf("evaluations:"));
    fixture.folder.write("checkout/prompts/triage.yaml", `${without}evaluations: []\n`);
    commitAfter({ ...project, ...wholeService }, fixture.folder.at("checkout"));
    setChanged(fixture, { path: "prompts/triage.yaml", base: triage });
    const { summary } = await fixture.run("plan", pullRequest());
    expect(summary).toContain(
      "* no longer defined: `evaluation/Support triage/refund` and its 2 assertions; they stay on the service, prune is off\n",
    );
    const pruned = await fixture.run("plan", pullRequest(), { with: { prune: "true" } });
    expect(pruned.summary).toContain("and its 2 assertions; **the merge deletes them**\n");
  });

  it("do not include an evaluation with another local name, and a pinned prompt with another name", async () => {
    await using fixture = await appliedFixture();
    const before = greeter.replace("name:", "key: hello\nname:");
    const prompts = (await fixture.service.send("GET", "prompts")) as {
      id: string;
      name: string;
    }[];
    const { id } = prompts.find(({ name }) => name === "Greeter")!;
    const pins = `pins: { "${fixture.service.url}": { prompt/hello: ${JSON.stringify(id)} } }\n`;
    fixture.folder.write("checkout/promptctl.yaml", `definitions: prompts\n${pins}`);
    fixture.folder.write("checkout/prompts/greeter.yaml", before.replace("Greeter", "Welcome"));
    fixture.folder.write("checkout/prompts/triage.yaml", triage.replace("refund", "money back"));
    setChanged(
      fixture,
      { path: "prompts/greeter.yaml", base: before },
      { path: "prompts/triage.yaml", base: triage },
    );
    const { summary } = await fixture.run("plan", pullRequest());
    expect(summary).toContain("update `prompt/hello`");
    expect(summary).not.toContain("no longer defined");
  });

  it("are found if an included text is deleted with them", async () => {
    await using fixture = await appliedFixture();
    fixture.folder.write("checkout/prompts/triage.yaml", "");
    rmSync(fixture.folder.at("checkout/prompts/triage.md"));
    setChanged(
      fixture,
      { path: "prompts/triage.yaml", status: "removed", base: triage },
      { path: "prompts/triage.md", status: "removed", base: "x" },
    );
    const { summary } = await fixture.run("plan", pullRequest());
    expect(summary).toContain("no longer defined: `prompt/Support triage` and its");
    expect(summary).not.toContain("Not determined");
  });

  it("are found if the pull request changes the folder of definitions", async () => {
    await using fixture = await appliedFixture();
    fixture.folder.write("checkout/promptctl.yaml", "definitions: others\n");
    fixture.folder.write("checkout/others/lookup.yaml", lookup);
    setChanged(
      fixture,
      { path: "promptctl.yaml", base: "definitions: prompts\n" },
      {
        path: "others/lookup.yaml",
        status: "renamed",
        previous: "prompts/lookup.yaml",
        base: lookup,
      },
    );
    const { summary } = await fixture.run("plan", pullRequest());
    expect(summary.match(/no longer defined: `[^`]*`/g)).toEqual([
      "no longer defined: `tool/send_mail`",
      "no longer defined: `prompt/Greeter`",
      "no longer defined: `prompt/Support triage`",
    ]);
  });

  it("are named without the service with comment-detail: names", async () => {
    await using fixture = await appliedFixture({ "prompts/greeter.yaml": bots });
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter);
    setChanged(fixture, { path: "prompts/greeter.yaml", base: bots });
    const { summary } = await fixture.run("plan", pullRequest(), {
      with: { "comment-detail": "names" },
    });
    expect(summary).toContain(
      "* no longer defined: `prompt/Old bot` and its 1 evaluation, 1 assertion\n",
    );
  });

  it("of a project in a subfolder, in a checkout in a subfolder of the workspace", async () => {
    await using fixture = await createFixture({
      "repo/.git/HEAD": "ref: refs/heads/main\n",
      "repo/shop/promptctl.yaml": "definitions: prompts\n",
      "repo/shop/prompts/greeter.yaml": greeter,
    });
    setChanged(
      fixture,
      { path: "shop/prompts/old.yaml", status: "removed", base: oldBot },
      { path: "other/prompts/other.yaml", status: "removed", base: lookup },
    );
    const { summary } = await fixture.run("plan", pullRequest(), {
      with: { directory: "repo/shop" },
    });
    expect(summary.match(/no longer defined: `[^`]*`/g)).toEqual([
      "no longer defined: `prompt/Old bot`",
    ]);
    expect(fixture.github.calls.filter(({ path }) => path.includes("/contents/"))).toHaveLength(1);
  });
});

it("removed definitions that do not fit into the comment are counted by kind", async () => {
  await using fixture = await createFixture();
  const tool = (index: number): string =>
    `kind: tool\nname: tool_${index}\ndescription: d\nparameters: { type: object }\n`;
  const base = Array.from({ length: 1000 }, (_, index) => tool(index)).join("---\n");
  setChanged(fixture, { path: "prompts/tools.yaml", status: "removed", base });
  await fixture.run("plan", pullRequest());
  const [, count, kinds] = /And (\d+) more removed definitions in the job summary: (.*)\./.exec(
    fixture.github.comments[0]!.body,
  )!;
  expect(kinds).toBe(`${count} tools`);
});

it("a pull request without any definitions has a comment that says so", async () => {
  await using fixture = await appliedFixture();
  fixture.folder.write("checkout/promptctl.yaml", "definitions: moved\n");
  fixture.folder.write("checkout/moved/x.yaml", "");
  await fixture.run("plan", pullRequest());
  expect(fixture.github.comments[0]!.body).toContain(
    "**Warning:** no file defines anything, but the service has resources.",
  );
});

describe("what could not be determined is reported, and the plan succeeds", () => {
  it.each([
    [403, "Resource not accessible by integration", "not permitted"],
    [404, "Not Found", "not found, or not visible to this token"],
    [429, "API rate limit exceeded", "rate limit exceeded, try again in 1 minutes"],
  ])("if GitHub answers %i to the list of files", async (status, message, reason) => {
    await using fixture = await createFixture();
    fixture.github.instead = ({ path }) =>
      path.includes("/pulls/7/files") ? { status, body: { message } } : undefined;
    const { code, summary } = await fixture.run("plan", pullRequest());
    expect(code).toBe(0);
    for (const text of [summary, fixture.github.comments[0]!.body]) {
      expect(text).toContain(
        "Not determined: definitions that this pull request removes, warnings in its files, and whether",
      );
      expect(text.replace(/\s+/g, " ")).toContain(
        `cannot list the files of the pull request: ${reason}`,
      );
    }
  });

  it.each([
    [403, "/pulls/7/files"],
    [404, "/contents/"],
  ])("in a comment too if the plan has no changes (%i for %s)", async (status, request) => {
    await using fixture = await appliedFixture();
    setChanged(fixture, { path: "prompts/old.yaml", status: "removed", base: oldBot });
    fixture.github.instead = ({ path }) =>
      path.includes(request) ? { status, body: { message: "No." } } : undefined;
    await fixture.run("plan", pullRequest());
    const { body } = fixture.github.comments[0]!;
    expect(body).toContain("**No changes.**");
    expect(body).toContain("Not determined: ");
  });

  it("if a file cannot be read, with the other results", async () => {
    await using fixture = await appliedFixture({ "prompts/old.yaml": oldBot });
    fixture.folder.write("checkout/prompts/old.yaml", "");
    setChanged(
      fixture,
      { path: "prompts/old.yaml", status: "removed", base: oldBot },
      { path: "prompts/gone.yaml", status: "removed" },
    );
    const { code, summary } = await fixture.run("plan", pullRequest());
    expect(code).toBe(0);
    expect(summary).toContain("no longer defined: `prompt/Old bot`");
    expect(summary.replace(/\s+/g, " ")).toContain(
      "Not determined: definitions that this pull request removes from 1 file (prompts/gone.yaml). GitHub: cannot read a file of the base commit: not found",
    );
  });

  it("if a file is too large, is invalid, or exceeds the limit of 100 files", async () => {
    await using fixture = await createFixture();
    const many = Array.from({ length: 101 }, (_, index) => ({
      path: `prompts/old${index}.yaml`,
      status: "removed" as const,
      base: index === 0 ? "kind: [" : index === 1 ? "#".repeat(1_100_000) : "",
    }));
    setChanged(fixture, ...many);
    const { summary } = await fixture.run("plan", pullRequest());
    expect(summary.replace(/\s+/g, " ")).toContain(
      "removes from 3 files (prompts/old1.yaml, prompts/old100.yaml, prompts/old0.yaml). At the base commit they have errors, are larger than 1 MB, or exceed the limit of 100 files.",
    );
  });

  it("if GitHub lists only a part of the files", async () => {
    await using fixture = await createFixture();
    const files = Array.from({ length: 3001 }, (_, index) => ({ path: `src/${index}.ts` }));
    setChanged(fixture, ...files);
    const { summary } = await fixture.run("plan", pullRequest());
    expect(summary).toContain("GitHub lists only the first 3000 files of this pull request.");
  });
});

describe("warnings", () => {
  const unused = `${greeter}evaluations:\n  - name: hi\n    variables: { company: Acme }\n    appendedMessages: []\n    assertions: [{ type: LATENCY, targetThreshold: 2 }]\n`;

  it("in the files of the pull request are shown, others are counted", async () => {
    await using fixture = await appliedFixture({
      "prompts/greeter.yaml": unused,
      "prompts/other.yaml": unused.replace("Greeter", "Other"),
    });
    setChanged(fixture, { path: "prompts/greeter.yaml", base: unused });
    const { code, summary, commands } = await fixture.run("plan", pullRequest());
    expect(code).toBe(0);
    expect(commands.filter(({ name }) => name === "warning")).toHaveLength(2);
    for (const text of [summary, fixture.github.comments[0]!.body]) {
      expect(text).toContain("**1 warning in files of this pull request:**");
      expect(text).toContain("prompts/greeter.yaml:8:18  warning  unused-variable");
      expect(text).not.toContain("prompts/other.yaml");
      expect(text).toContain(
        "1 warning in files that this pull request does not change: see the log.",
      );
    }
    const names = await fixture.run("plan", pullRequest(), { with: { "comment-detail": "names" } });
    expect(names.summary).toContain("prompts/greeter.yaml:8:18  warning  unused-variable\n```");
  });

  it("in a file of a folder of include are shown; its text is in the plan with its path", async () => {
    await using fixture = await createFixture({
      "support/promptctl.yaml": "definitions: prompts\ninclude: [../shared]\n",
      "support/prompts/p.yaml": greeter.replace(
        "content: Hello",
        "content: [{ file: ../../shared/tone.md }, Hello]",
      ),
      "shared/tone.md": "Be kind.\n",
    });
    const checkout = fixture.folder.at("checkout");
    runTestGit(["init", "-q"], checkout);
    runTestGit(["add", "."], checkout);
    runTestGit(["commit", "-q", "-m", "first"], checkout);
    const options = {
      with: { directory: "support", "reviewed-plan": "off" },
      env: { ...gitEnv, PATH: gitEnv.PATH! },
    };
    await fixture.run("apply", push, options);
    fixture.folder.write("checkout/shared/tone.md", "Be kind.\nRead {{}}.\n");
    setChanged(fixture, { path: "shared/tone.md", base: "Be kind.\n" });
    const { code, summary, log } = await fixture.run("plan", pullRequest(), options);
    expect([code, log]).toEqual([0, expect.stringContaining("shared/tone.md")]);
    for (const text of [summary, fixture.github.comments[0]!.body]) {
      expect(text).toContain("**1 warning in files of this pull request:**");
      expect(text).toContain("shared/tone.md:2:6  warning  other-template");
      expect(text).toContain("`messages[0]` from `shared/tone.md`:");
      expect(text).not.toContain("..");
    }
  });

  it("in other files only make no comment", async () => {
    await using fixture = await appliedFixture({ "prompts/greeter.yaml": unused });
    setChanged(fixture, { path: "src/app.ts" });
    const { code, summary } = await fixture.run("plan", pullRequest());
    expect([code, fixture.github.comments]).toEqual([0, []]);
    expect(summary).toContain("1 warning in files that this pull request does not change");
  });
});

it("other events and apply send no requests for files", async () => {
  await using fixture = await createFixture();
  const runs = [
    await fixture.run("plan", push),
    await fixture.run("apply", pullRequest({ state: "merged" }), {
      with: { "reviewed-plan": "off" },
    }),
  ];
  expect(runs.map(({ summary }) => summary)).toEqual([
    expect.stringContaining("**Plan: "),
    expect.stringContaining("**Applied.**"),
  ]);
  expect(fixture.github.calls.filter(({ path }) => /files|contents/.test(path))).toEqual([]);
});

describe("changes to definitions that the pull request does not touch", () => {
  const heading = "**Not of this pull request:** it does not touch these definitions.";
  const edited = greeter.replace("gpt-test", "gpt-other");

  /** The greeter is edited in the pull request, and the tool was changed on the service. */
  async function driftedFixture(): Promise<ActionFixture> {
    const fixture = await appliedFixture();
    const tools = (await fixture.service.send("GET", "tools")) as { id: string; name: string }[];
    const { id, ...body } = tools.find(({ name }) => name === "lookup_order")!;
    await fixture.service.send("PUT", `tools/${id}`, { ...body, description: "Edited." });
    fixture.folder.write("checkout/prompts/greeter.yaml", edited);
    setChanged(fixture, { path: "prompts/greeter.yaml", base: greeter });
    return fixture;
  }

  it.each(["full", "names"])("have a section of their own (comment-detail: %s)", async (detail) => {
    await using fixture = await driftedFixture();
    await fixture.run("plan", pullRequest(), { with: { "comment-detail": detail } });
    const { body } = fixture.github.comments[0]!;
    const [own, others] = body.split(heading);
    expect(own).toContain("- update `prompt/Greeter`");
    expect(own).not.toContain("lookup_order");
    expect(others).toContain(
      " The service differs from the base branch, or the base branch is not applied yet.\n\n- update `tool/lookup_order`",
    );
  });

  it("a definition that includes a changed file is touched", async () => {
    await using fixture = await appliedFixture();
    fixture.folder.write("checkout/prompts/triage.md", "Another text.\n");
    setChanged(fixture, { path: "prompts/triage.md", base: "The text of the base.\n" });
    const { summary } = await fixture.run("plan", pullRequest());
    expect(summary).toContain("- update `prompt/Support triage`");
    expect(summary).not.toContain(heading);
  });

  it.each<[string, (fixture: ActionFixture) => void]>([
    [
      "the pull request changes promptctl.yaml",
      (fixture) =>
        setChanged(
          fixture,
          { path: "prompts/greeter.yaml", base: greeter },
          { path: "promptctl.yaml", base: "definitions: prompts\n" },
        ),
    ],
    ["a file of the base cannot be read", (fixture) => fixture.github.contents.clear()],
    ["GitHub lists no files", (fixture) => setChanged(fixture)],
  ])("have no section if %s", async (_sentence, prepare) => {
    await using fixture = await driftedFixture();
    prepare(fixture);
    const { summary } = await fixture.run("plan", pullRequest());
    expect(summary).toContain("- update `tool/lookup_order`");
    expect(summary).not.toContain(heading);
  });

  it("are no section in runs without a pull request", async () => {
    await using fixture = await driftedFixture();
    const { summary } = await fixture.run("drift", push);
    expect(summary).not.toContain(heading);
  });
});
