// What a plan on a pull request reports besides the plan: the definitions that the pull request
// removes, and the warnings in its files.
import { rmSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  commitAfter,
  commitChanges,
  gitEnv,
  mainBeforeHead,
  runTestGit,
} from "../io/repository.ts";
import { greeter, lookup, project, triage } from "../cli/project.ts";
import { pullRequest, push } from "./events.ts";
import { type ActionFixture, createFixture, key } from "./fixture.ts";

/** A checkout before the pull request changes its files. */
async function createBased(files: Readonly<Record<string, string>> = {}): Promise<ActionFixture> {
  const fixture = await createFixture(files);
  fixture.base = { ...project, ...files };
  return fixture;
}

/** The same with the definitions applied. */
async function appliedFixture(
  files: Readonly<Record<string, string>> = {},
): Promise<ActionFixture> {
  const fixture = await createBased(files);
  await fixture.run("apply", push, { with: { "reviewed-plan": "off" } });
  return fixture;
}

/** The same in a repository with a commit. */
async function committedFixture(files: Readonly<Record<string, string>>): Promise<ActionFixture> {
  const fixture = await createBased(files);
  commitAfter({}, fixture.folder.at("checkout"));
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
const unused = `${greeter}evaluations:\n  - name: hi\n    variables: { company: Acme }\n    appendedMessages: []\n    assertions: [{ type: LATENCY, targetThreshold: 2 }]\n`;

const bots = `${greeter}---\n${oldBot}`;

describe("settings that a pull request loosens", () => {
  const strict = "definitions: prompts\nconflicts: refuse\nkeep: [prompt/Old bot]\n";
  const loose =
    "definitions: prompts\nprune: true\nscope: ['*']\nlimits: { maxDeletePercent: 100 }\n";

  it("are named above the changes in the comment and in the job summary, also without changes", async () => {
    await using fixture = await appliedFixture();
    fixture.folder.write("checkout/promptctl.yaml", loose);
    fixture.base = { ...fixture.base, "promptctl.yaml": strict };
    const { code, summary } = await fixture.run("plan", pullRequest());
    expect(code).toBe(0);
    for (const text of [summary, fixture.github.comments[0]!.body])
      expect(text).toContain(
        [
          "**No changes.** 7 definitions match the service.\n",
          `7 definitions in \`prompts/\` · \`${fixture.service.url}\`\n`,
          "- ⚠️ promptctl.yaml permits more: `prune false → true`",
          "- ⚠️ promptctl.yaml permits more: `conflicts refuse → warn`",
          "- ⚠️ promptctl.yaml permits more: `limits.maxDeletePercent 30 → 100`",
          "- ⚠️ promptctl.yaml permits more: `scope adds *; without a scope, prune deletes nothing in CI`",
          "- ⚠️ promptctl.yaml permits more: `keep no longer has prompt/Old bot`",
        ].join("\n"),
      );
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Hi"));
    const { summary: changed } = await fixture.run("plan", pullRequest());
    expect(changed.indexOf("permits more")).toBeLessThan(changed.indexOf("- update `prompt/"));
  });

  it("are named for all environments, also for those that are not planned", async () => {
    const environments = (production: string): string =>
      `definitions: prompts\nenvironments:\n  staging: {}\n  production: { ${production} }\n`;
    await using fixture = await createBased({ "promptctl.yaml": environments("") });
    fixture.base = { ...fixture.base, "promptctl.yaml": environments("protected: true") };
    const { summary } = await fixture.run("plan", pullRequest(), {
      with: { env: "staging" },
      env: { PROMPTCTL_API_KEY_STAGING: key },
    });
    expect(summary).toContain(
      "- ⚠️ promptctl.yaml permits more: `protected true → false` in `production`\n",
    );
  });

  it.each([
    ["tightens promptctl.yaml", { ...project, "promptctl.yaml": `${loose}conflicts: warn\n` }],
    ["adds the project", {}],
    ["does not change promptctl.yaml", { ...project, "promptctl.yaml": strict }],
  ])("are none if it %s", async (_what, base) => {
    await using fixture = await createBased({ "promptctl.yaml": strict });
    fixture.base = base;
    const { code, summary } = await fixture.run("plan", pullRequest());
    expect(code).toBe(0);
    expect(summary).not.toContain("permits more");
  });

  it("with one value come before patterns, which a comment counts if they are too many", async () => {
    const many = Array.from({ length: 3000 }, (_, index) => `prompt/${index}`);
    const scope = `scope: ${JSON.stringify(many)}\n`;
    await using fixture = await createBased({
      "promptctl.yaml": loose.replace(/scope.*\n/, scope),
    });
    fixture.base = { ...fixture.base, "promptctl.yaml": strict };
    await fixture.run("plan", pullRequest());
    const { body } = fixture.github.comments[0]!;
    expect(body).toContain("`conflicts refuse → warn`");
    expect(body).toContain("`limits.maxDeletePercent 30 → 100`");
    expect(body).toMatch(/And \d+ more alerts/);
    expect(body).toContain("- create `prompt/Greeter`");
  });

  it("are found in a moved project, and behind a link", async () => {
    const files = { "new/promptctl.yaml": loose, "new/prompts/greeter.yaml": greeter };
    await using moved = await createFixture(files);
    moved.base = { "old/promptctl.yaml": loose, "old/prompts/greeter.yaml": greeter };
    const run = { with: { directory: "new" } };
    expect((await moved.run("plan", pullRequest(), run)).summary).not.toContain("permits more");
    await using linked = await createFixture({ "settings.yaml": loose });
    linked.base = { ...project, "promptctl.yaml": strict };
    rmSync(linked.folder.at("checkout/promptctl.yaml"));
    symlinkSync("settings.yaml", linked.folder.at("checkout/promptctl.yaml"));
    expect((await linked.run("plan", pullRequest())).summary).toContain("`prune false → true`");
  });

  it.each([
    ["has errors", "prune: perhaps\n", "promptctl.yaml:1 in commit"],
    ["is not YAML", "prune: [", "promptctl.yaml:1 in commit"],
  ])("are not determined if promptctl.yaml %s at the base", async (_what, base, reason) => {
    await using fixture = await appliedFixture({ "promptctl.yaml": loose });
    fixture.base = { ...fixture.base, "promptctl.yaml": base };
    const { code, summary } = await fixture.run("plan", pullRequest());
    expect(code).toBe(0);
    for (const text of [summary, fixture.github.comments[0]!.body])
      expect(text.replace(/\s+/g, " ")).toContain(
        `Not determined: definitions that are removed, and whether promptctl.yaml permits more than at the base commit. ${reason}`,
      );
  });
});

describe("definitions that a pull request removes", () => {
  it("are named in the comment and in the job summary", async () => {
    await using fixture = await appliedFixture({ "prompts/greeter.yaml": bots });
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter);
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
    await using fixture = await committedFixture(files);
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter);
    commitChanges(fixture.folder.at("checkout"));
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
    const { summary } = await fixture.run("plan", pullRequest(), { with: { prune: "true" } });
    expect(summary).toContain(
      "`prompt/Old bot` and its 1 evaluation, 1 assertion; they stay on the service: `outside the scope of promptctl.yaml`\n",
    );
  });

  it("that were never applied are named too", async () => {
    await using fixture = await createBased();
    fixture.base = { ...fixture.base, "prompts/old.yaml": oldBot };
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
    const { summary } = await fixture.run("plan", pullRequest());
    expect(summary.match(/no longer defined: .*/g)).toEqual([
      "no longer defined: `prompt/Old bot` and its 1 evaluation, 1 assertion; they stay on the service, prune is off",
    ]);
  });

  it("renamed with renamedFrom are not removed, renamed without it they are", async () => {
    await using fixture = await appliedFixture();
    const renamed = greeter.replace("Greeter", "Welcome");
    fixture.folder.write("checkout/prompts/greeter.yaml", `${renamed}renamedFrom: Greeter\n`);
    const kept = await fixture.run("plan", pullRequest());
    expect(kept.summary).not.toContain("no longer defined");
    fixture.folder.write("checkout/prompts/greeter.yaml", renamed);
    const lost = await fixture.run("plan", pullRequest());
    expect(lost.summary).toContain("no longer defined: `prompt/Greeter`; it stays on the service");
  });

  it("include evaluations of a prompt that stays", async () => {
    await using fixture = await committedFixture(wholeService);
    const without = triage.slice(0, triage.indexOf("evaluations:"));
    fixture.folder.write("checkout/prompts/triage.yaml", `${without}evaluations: []\n`);
    commitChanges(fixture.folder.at("checkout"));
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
    fixture.base = {
      ...fixture.base,
      "promptctl.yaml": `definitions: prompts\n${pins}`,
      "prompts/greeter.yaml": before,
    };
    const { summary } = await fixture.run("plan", pullRequest());
    expect(summary).toContain("update `prompt/hello`");
    expect(summary).not.toContain("no longer defined");
  });

  it("are found if an included text is deleted with them", async () => {
    await using fixture = await appliedFixture();
    fixture.folder.write("checkout/prompts/triage.yaml", "");
    rmSync(fixture.folder.at("checkout/prompts/triage.md"));
    const { summary } = await fixture.run("plan", pullRequest());
    expect(summary).toContain("no longer defined: `prompt/Support triage` and its");
    expect(summary).not.toContain("Not determined");
  });

  it("are found if the pull request changes the folder of definitions", async () => {
    await using fixture = await appliedFixture();
    fixture.folder.write("checkout/promptctl.yaml", "definitions: others\n");
    fixture.folder.write("checkout/others/lookup.yaml", lookup);
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
    const { summary } = await fixture.run("plan", pullRequest(), {
      with: { "comment-detail": "names" },
    });
    expect(summary).toContain(
      "* no longer defined: `prompt/Old bot` and its 1 evaluation, 1 assertion\n",
    );
  });

  it("of a project in a subfolder, in a checkout in a subfolder of the workspace", async () => {
    const before = { "shop/promptctl.yaml": "definitions: prompts\n", "other/x.yaml": lookup };
    await using fixture = await createBased({
      "repo/shop/promptctl.yaml": "definitions: prompts\n",
      "repo/shop/prompts/greeter.yaml": unused,
    });
    const repository = fixture.folder.at("checkout/repo");
    commitAfter({ ...before, "shop/prompts/old.yaml": oldBot }, repository, mainBeforeHead);
    const { summary } = await fixture.run("plan", pullRequest(), {
      with: { directory: "repo/shop" },
      step: { workspace: fixture.folder.at("checkout") },
    });
    expect(summary.match(/no longer defined: `[^`]*`/g)).toEqual([
      "no longer defined: `prompt/Old bot`",
    ]);
    expect(summary).toContain("repo/shop/prompts/greeter.yaml:8:18  warning  unused-variable");
  });
});

it("removed definitions that do not fit into the comment are counted by kind", async () => {
  await using fixture = await createBased();
  const tool = (index: number): string =>
    `kind: tool\nname: tool_${index}\ndescription: d\nparameters: { type: object }\n`;
  const tools = Array.from({ length: 1000 }, (_, index) => tool(index)).join("---\n");
  fixture.base = { ...fixture.base, "prompts/tools.yaml": tools };
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

describe("the base of the pull request", () => {
  it("must be in the clone: a shallow clone fails, and the message names fetch-depth: 0", async () => {
    await using fixture = await createBased();
    const workspace = fixture.folder.at("clone");
    commitAfter(project, fixture.folder.at("checkout"));
    const source = `file://${fixture.folder.at("checkout")}`;
    runTestGit(["clone", "-q", "--depth", "1", source, workspace], "/");
    runTestGit(["update-ref", "-d", "refs/remotes/origin/main"], workspace);
    const ran = await fixture.run("plan", pullRequest(), { step: { workspace } });
    expect(ran.code).toBe(64);
    for (const text of [ran.log, ran.summary, fixture.github.comments[0]!.body])
      expect(text.replace(/%0A/g, "\n")).toMatch(/The clone is shallow[^]*fetch-depth: 0/);
  });

  it("may have errors: the report says what they hide, and has the other results", async () => {
    await using fixture = await appliedFixture();
    const files = { "prompts/old.yaml": oldBot, "prompts/broken.yaml": "kind: [" };
    fixture.base = { ...fixture.base, ...files };
    const { code, summary } = await fixture.run("plan", pullRequest());
    expect(code).toBe(0);
    for (const text of [summary, fixture.github.comments[0]!.body]) {
      expect(text).toContain("no longer defined: `prompt/Old bot`");
      expect(text.replace(/\s+/g, " ")).toContain(
        "Not determined: definitions that are removed in files with errors. prompts/broken.yaml:1 in merge base with origin/main",
      );
    }
  });
});

describe("warnings", () => {
  it("in the files of the pull request are shown, others are counted", async () => {
    await using fixture = await appliedFixture({
      "prompts/greeter.yaml": unused,
      "prompts/other.yaml": unused.replace("Greeter", "Other"),
    });
    fixture.base = { ...fixture.base, "prompts/greeter.yaml": `# edited\n${unused}` };
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
    await using fixture = await createBased({
      "support/promptctl.yaml": "definitions: prompts\ninclude: [../shared]\n",
      "support/prompts/p.yaml": greeter.replace(
        "content: Hello",
        "content: [{ file: ../../shared/tone.md }, Hello]",
      ),
      "shared/tone.md": "Be kind.\n",
    });
    const checkout = fixture.folder.at("checkout");
    commitAfter({}, checkout);
    const options = {
      with: { directory: "support", "reviewed-plan": "off" },
      env: { ...gitEnv, PATH: gitEnv.PATH! },
    };
    await fixture.run("apply", push, options);
    fixture.folder.write("checkout/shared/tone.md", "Be kind.\nRead {{}}.\n");
    runTestGit(["commit", "-q", "-a", "-m", "second"], checkout);
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
    fixture.base = { ...fixture.base, "src/app.ts": "" };
    const { code, summary } = await fixture.run("plan", pullRequest());
    expect([code, fixture.github.comments]).toEqual([0, []]);
    expect(summary).toContain("1 warning in files that this pull request does not change");
  });
});

it("other events and apply have no such report, and need no base", async () => {
  await using fixture = await createBased();
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
});

describe("changes to definitions that the pull request does not touch", () => {
  const heading = "**Not of this branch:** it does not touch these definitions.";
  const edited = greeter.replace("gpt-test", "gpt-other");

  /** The greeter is edited in the pull request, and the tool was changed on the service. */
  async function driftedFixture(): Promise<ActionFixture> {
    const fixture = await appliedFixture();
    const tools = (await fixture.service.send("GET", "tools")) as { id: string; name: string }[];
    const { id, ...body } = tools.find(({ name }) => name === "lookup_order")!;
    await fixture.service.send("PUT", `tools/${id}`, { ...body, description: "Edited." });
    fixture.folder.write("checkout/prompts/greeter.yaml", edited);
    return fixture;
  }

  it.each(["full", "names"])("have a section of their own (comment-detail: %s)", async (detail) => {
    await using fixture = await driftedFixture();
    await fixture.run("plan", pullRequest(), { with: { "comment-detail": detail } });
    const { body } = fixture.github.comments[0]!;
    const [own, others] = body.split(heading);
    expect(own).toContain("- update `prompt/Greeter`");
    expect(own).not.toContain("- update `tool/lookup_order`");
    expect(others).toContain(
      " The service differs from the target branch, or the target branch is not applied yet.\n\n- update `tool/lookup_order`",
    );
  });

  it("a definition that includes a changed file is touched", async () => {
    await using fixture = await appliedFixture();
    fixture.folder.write("checkout/prompts/triage.md", "Another text.\n");
    const { summary } = await fixture.run("plan", pullRequest());
    expect(summary).toContain("- update `prompt/Support triage`");
    expect(summary).not.toContain(heading);
  });

  it.each([
    ["the pull request changes promptctl.yaml", { "promptctl.yaml": "definitions: ./prompts\n" }],
    ["a file of the base has errors", { "prompts/broken.yaml": "kind: [" }],
  ])("have no section if %s", async (_sentence, base) => {
    await using fixture = await driftedFixture();
    fixture.base = { ...fixture.base, ...base };
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
