// docs/monorepos.md: two projects that share text, as the page shows them, on embedded services.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type CliResult,
  createFakeService,
  runCli,
  serviceEnv,
  serviceUrl,
} from "../cli/fake-host.ts";
import { gitEnv, repositoryOf, type TestRepository } from "../io/repository.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/monorepos.md"), "utf8");

/** The files of the page: fences that begin with a path in a comment. */
function pageFiles(): Record<string, string> {
  const fences = [
    ...page.matchAll(/```(?:yaml|markdown)\n(?:# |<!-- )(\S+\/\S+)(?: -->)?\n([^]*?)```/g),
  ];
  const files = fences.map(([, path = "", text = ""]) => [path, text] as const);
  return Object.fromEntries(files.filter(([path]) => !path.startsWith(".github/")));
}

const [planned = ""] = /(?<=```text\n)[^]*?(?=```)/.exec(page) ?? [];
const unwrapped = (text: string): string => text.replace(/\n +(?=\S)/g, " ");
const withoutHash = (text: string): string => text.replace(/holds [0-9a-f]{7},/, "holds …,");
const tone = "Be kind and brief.\n";
let repository: TestRepository;

beforeAll(async () => {
  repository = repositoryOf({ ...pageFiles(), ".gitignore": ".promptctl\n" });
  for (const project of ["support", "billing"])
    expect((await run(`apply ${project} --yes`)).code).toBe(0);
});
afterAll(() => repository[Symbol.asyncDispose]());

async function run(words: string, folder = ""): Promise<CliResult> {
  return runCli(words.split(" "), { cwd: repository.at(folder), env: gitEnv });
}

it("the page has the files of both projects", () => {
  expect(Object.keys(pageFiles())).toEqual([
    "support/promptctl.yaml",
    "support/prompts/support.prompt.yaml",
    "billing/promptctl.yaml",
    "billing/prompts/billing.prompt.yaml",
    "shared/tone.md",
    "shared/limits.md",
  ]);
});

describe("the two projects", () => {
  it("are valid and applied, and the shared text is in both", async () => {
    const { code, out } = await run("validate support billing");
    expect([code, out]).toEqual([0, "Valid: 2 definitions (2 files)\n"]);
    for (const [project, prompt, text] of [
      [
        "support",
        "Support triage",
        `${tone}\nYou triage support tickets.\n\nNever promise a refund.\n`,
      ],
      ["billing", "Billing questions", `${tone}\nYou answer questions about invoices.`],
    ] as const) {
      const words = ["render", prompt, "--json", "--var", "ticket=a", "--var", "question=b"];
      const rendered = await runCli(words, { cwd: repository.at(project), env: gitEnv });
      expect(JSON.parse(rendered.out)).toMatchObject({ system: text });
    }
  });

  it("plan a change of the shared text with its files, as the page shows", async () => {
    repository.write("shared/tone.md", "Be kind, friendly and brief.\n");
    const { out } = await run("plan support");
    expect(withoutHash(out)).toContain(withoutHash(planned.trimEnd()));
    const markdown = await run("plan billing --format markdown");
    expect(markdown.out).toContain("`messages[0]` from `shared/tone.md`:");
    repository.write("shared/tone.md", tone);
    expect((await run("plan support")).out).toContain("No changes.");
  });

  it("read the shared text of a commit", async () => {
    repository.commit({ "shared/tone.md": "Be formal.\n" });
    const words = ["log", "prompt/Support triage"];
    const { out } = await runCli(words, { cwd: repository.at("support"), env: gitEnv });
    expect(out.match(/^ {2}[0-9a-f]{7} /gm)).toHaveLength(2);
    expect((await run("plan --ref HEAD~1", "support")).out).toContain("No changes.");
    expect((await run("diff HEAD~1 HEAD", "support")).out).toContain("+ Be {+formal+}.");
    expect((await run("validate --ref HEAD~1", "support")).code).toBe(0);
    repository.commit({ "shared/tone.md": tone });
  });

  it("are validated if a shared file is named, in the folder of the project", async () => {
    repository.write("shared/tone.md", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n");
    const { code, out } = await run("validate ../shared/tone.md", "support");
    expect([code, out]).toEqual([3, expect.stringContaining("../shared/tone.md:1:1  error")]);
    const both = await run("validate support/prompts/support.prompt.yaml shared/tone.md");
    expect(both.out).toContain("shared/tone.md:1:1  error  merge-conflict-in-text");
    const other = await run("validate ../shared/limits.md", "billing");
    expect([other.code, other.out]).toEqual([0, expect.stringContaining("no definitions")]);
    repository.write("shared/tone.md", tone);
  });

  it("keep shared files that differ from the service: pull names them", async () => {
    const { fetch } = await createFakeService();
    const options = { env: { ...gitEnv, ...serviceEnv }, fetch };
    const remote = ["--base-url", serviceUrl];
    const file = "billing/prompts/billing.prompt.yaml";
    const before = pageFiles()[file]!;
    const single = before.replace(/content: \[.*\]/, "content: { file: ../../shared/tone.md }");
    repository.commit({ [file]: single });
    repository.write("shared/tone.md", "Be quick.\n");
    const inBilling = { ...options, cwd: repository.at("billing") };
    expect((await runCli(["apply", "--yes", ...remote], inBilling)).code).toBe(0);
    repository.write("shared/tone.md", tone);
    const pulled = await runCli(["pull", "--yes", "--from", "HEAD", ...remote], inBilling);
    expect(unwrapped(pulled.out)).toContain(
      "Note: prompt/Billing questions (prompts/billing.prompt.yaml:6): this text differs from the service, and pull does not change it, because it is included from ../shared/tone.md, outside the project. promptctl plan shows the difference: change the files by hand.",
    );
    expect(pulled.code).toBe(1);
    expect(readFileSync(repository.at("shared/tone.md"), "utf8")).toBe(tone);
    repository.commit({ [file]: before });
  });
});

it("refuses a shared file that git does not track, with what to do", async () => {
  repository.write("shared/new.md", "new\n");
  const file = "support/prompts/support.prompt.yaml";
  const before = readFileSync(repository.at(file), "utf8");
  repository.write(file, before.replace("limits.md", "new.md"));
  const { code, out } = await run("validate support");
  repository.write(file, before);
  expect([code, out]).toEqual([
    3,
    `${file}:9:17  error  include
  | - { file: ../../shared/new.md }
  |           ^^^^^^^^^^^^^^^^^^^
  shared/new.md is outside the project and not tracked by git.
  Add it with git add.

1 error. Checked 1 file. For details: promptctl validate --explain include
`,
  ]);
});
