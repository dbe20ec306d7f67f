// promptctl fmt: selected files, output, exit codes.
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Folder, folderOf } from "../../io/folder.ts";
import { type CliResult, runCli } from "../fake-host.ts";
import { lookup, project } from "../project.ts";

const ugly = `name:   "lookup_order"   # the model calls it so
description: 'Look up an order by its number.'

parameters: {type:  object}
kind: tool
`;
const tidy = `kind: tool
name: lookup_order # the model calls it so
description: Look up an order by its number.

parameters: { type: object }
`;

/** Runs the command in a folder; the network is not there. */
function fmt(folder: Folder, ...args: string[]): Promise<CliResult> {
  return runCli(["fmt", ...args], { cwd: folder.path });
}

describe("a formatted project", () => {
  it("stays unchanged", async () => {
    await using folder = folderOf(project);
    const before = statSync(folder.at("prompts/lookup.yaml"));
    for (const args of [[], ["--check"], ["prompts"], ["prompts/mail.yaml", "--check"]]) {
      const { code, out, err } = await fmt(folder, ...args);
      expect([code, err]).toEqual([0, ""]);
      expect(out).toMatch(/^Nothing to format in \d files?\.\n$/);
    }
    expect(statSync(folder.at("prompts/lookup.yaml")).ino).toBe(before.ino);
  });
});

it("the definitions in the pages are formatted, apart from aligned comments", async () => {
  const docs = join(import.meta.dirname, "../../../docs");
  // The examples of diagnostics show mistakes.
  const pages = readdirSync(docs).filter((name) => /(?<!diagnostics)\.md$/.test(name));
  const files = ["../README.md", ...pages].flatMap((page) =>
    [...readFileSync(join(docs, page), "utf8").matchAll(/^```yaml\n(.*?)^```/gms)]
      .map(([, text]) => text!.replaceAll(/ +#/g, " #"))
      .filter((text) => /^kind: /m.test(text))
      .map((text, index) => [`prompts/${page.replace("../", "")}-${index}.yaml`, text]),
  );
  expect(files.length).toBeGreaterThan(10);
  await using folder = folderOf({
    "promptctl.yaml": "definitions: prompts\n",
    ...(Object.fromEntries(files) as Record<string, string>),
  });
  expect(await fmt(folder, "--check")).toMatchObject({ code: 0, err: "" });
});

describe("unformatted files", () => {
  it("are written and listed", async () => {
    await using folder = folderOf({
      ...project,
      "prompts/lookup.yaml": ugly,
      "promptctl.yaml": "definitions:   prompts",
    });
    expect(await fmt(folder)).toEqual({
      code: 0,
      out: `formatted  promptctl.yaml
formatted  prompts/lookup.yaml

2 files formatted, 3 unchanged.
`,
      err: "",
      questions: [],
    });
    expect(folder.read("prompts/lookup.yaml")).toBe(tidy);
    expect(folder.read("promptctl.yaml")).toBe("definitions: prompts\n");
    expect((await fmt(folder, "--check")).code).toBe(0);
    expect((await runCli(["validate"], { cwd: folder.path })).code).toBe(0);
  });

  it("are shown by --check and not written", async () => {
    await using folder = folderOf({ ...project, "prompts/lookup.yaml": ugly });
    const { code, out, err } = await fmt(folder, "--check");
    expect([code, err]).toEqual([2, ""]);
    expect(out).toBe(`   ~ prompts/lookup.yaml
        @@ 1 @@
        - name:   "lookup_order"   # the model calls it so
        - description: 'Look up an order by its number.'
        - 
        - parameters: {type:  object}
          kind: tool
        + name: lookup_order # the model calls it so
        + description: Look up an order by its number.
        + 
        + parameters: { type: object }

1 of 5 files not formatted. Run promptctl fmt.
`);
    expect(folder.read("prompts/lookup.yaml")).toBe(ugly);
  });

  it("CRLF line endings and a byte order mark are reported and replaced", async () => {
    const crlf = `\uFEFF${lookup.replaceAll("\n", "\r\n")}`;
    await using folder = folderOf({ ...project, "prompts/lookup.yaml": crlf });
    const { code, out } = await fmt(folder, "--check");
    expect(code).toBe(2);
    expect(out).toContain(`   ~ prompts/lookup.yaml
        (begins with a byte order mark)
        (has CRLF line endings)
`);
    expect((await fmt(folder)).code).toBe(0);
    expect(folder.read("prompts/lookup.yaml")).toBe(lookup);
  });

  it("keep their mode, and are written through links inside the project", async () => {
    await using folder = folderOf({ ...project, "texts/real.yaml": ugly.replace("lookup", "x") });
    folder.link("prompts/link.yaml", "../texts/real.yaml");
    chmodSync(folder.at("texts/real.yaml"), 0o640);
    expect((await fmt(folder)).code).toBe(0);
    expect(lstatSync(folder.at("prompts/link.yaml")).isSymbolicLink()).toBe(true);
    expect(folder.read("texts/real.yaml")).toBe(tidy.replace("lookup", "x"));
    expect(statSync(folder.at("texts/real.yaml")).mode & 0o777).toBe(0o640);
  });

  it("are shown with secrets masked", async () => {
    const secret = `ghp_${"aB3".repeat(12)}`;
    const text = ugly.replace("its number", `${secret} or "${secret}"`);
    await using folder = folderOf({ ...project, "prompts/lookup.yaml": text });
    const { code, out } = await fmt(folder, "--check");
    expect([code, out.includes(secret)]).toEqual([2, false]);
    expect(out).toContain("Look up an order by ****");
    expect((await fmt(folder)).code).toBe(0);
    expect(folder.read("prompts/lookup.yaml")).toContain(secret);
  });

  it.each([
    ["directives", "%YAML 1.2\n---\nname:  a\nkind: tool\n"],
    ["CRLF line endings besides", "%YAML 1.2\r\n---\r\nname:  a\r\nkind: tool\r\n"],
    ["returns before line endings", "name:  a\r\r\nkind: tool\r\n"],
  ])("skipped documents are reported: %s", async (_name, odd) => {
    await using folder = folderOf({ ...project, "prompts/odd.yaml": odd });
    for (const args of [[], ["--check"]]) {
      const { code, err } = await fmt(folder, ...args);
      expect(code).toBe(0);
      expect(err).toBe(
        "skipped    prompts/odd.yaml (1 document: formatting could change the meaning)\n",
      );
    }
    expect(folder.read("prompts/odd.yaml")).toBe(odd);
  });
});

describe("file selection", () => {
  const files = {
    ...project,
    "prompts/lookup.yaml": ugly,
    "prompts/deep/er.yaml": ugly.replace("lookup", "deeper"),
    "prompts/.hidden.yaml": ugly,
    "prompts/text.md": ugly,
    "notes.yaml": ugly,
    "promptctl.yaml": "definitions:   prompts\n",
  };

  it.each<[string, string[], string[]]>([
    ["one that is named", ["prompts/lookup.yaml"], ["prompts/lookup.yaml"]],
    ["those of a folder", ["prompts/deep"], ["prompts/deep/er.yaml"]],
    ["the configuration alone", ["promptctl.yaml"], ["promptctl.yaml"]],
    ["all of a project", ["."], ["promptctl.yaml", "prompts/deep/er.yaml", "prompts/lookup.yaml"]],
    ["none outside of the definitions", ["notes.yaml", "prompts/text.md"], []],
  ])("%s", async (_name, args, expected) => {
    await using folder = folderOf(files);
    const { code, out } = await fmt(folder, ...args);
    expect(code).toBe(0);
    expect(out.match(/(?<=^formatted {2}).*/gm) ?? []).toEqual(expected);
    for (const path of ["prompts/.hidden.yaml", "prompts/text.md", "notes.yaml"])
      expect(folder.read(path)).toBe(ugly);
    if (expected.length === 0) expect(out).toBe("No definition files among the given paths.\n");
  });

  it("files of several projects, with paths relative to the working directory", async () => {
    await using folder = folderOf({
      "a/promptctl.yaml": "",
      "a/prompts/x.yaml": ugly,
      "b/promptctl.yaml": "",
      "b/prompts/x.yaml": ugly,
      "c/else.yaml": ugly,
    });
    const { out } = await fmt(folder, "a/prompts/x.yaml", "b", "c/else.yaml");
    expect(out).toBe(
      "formatted  a/prompts/x.yaml\nformatted  b/prompts/x.yaml\n\n2 files formatted, 1 unchanged.\n",
    );
  });

  it.each([
    ["a missing path", {}, ["nowhere/x.yaml"], "No such file or folder: nowhere/x.yaml"],
    ["a missing path in a project", project, ["prmpts"], "No such file or folder: prmpts"],
    ["no project around", {}, [], "No promptctl.yaml found"],
  ])("%s is wrong usage", async (_name, content, args, message) => {
    await using folder = folderOf(content);
    const { code, err } = await fmt(folder, ...args);
    expect(code).toBe(64);
    expect(err).toContain(message);
  });

  it.each(["prompts/lookup.yaml", "prompts/triage.md"])(
    "a deleted file that definitions refer to is no error: %s",
    async (path) => {
      const { [path]: _deleted, ...rest } = project;
      await using folder = folderOf(rest);
      const { code, err } = await fmt(folder, "--check", path, "prompts/greeter.yaml");
      expect([code, err]).toEqual([0, `${path} does not exist.\n`]);
    },
  );
});

describe("errors", () => {
  const broken = `${ugly}more: [a\n`;

  it.each([[[]], [["--check"]]])(
    "of YAML are reported; the other files are formatted: %j",
    async (args) => {
      await using folder = folderOf({
        ...project,
        "prompts/a.yaml": broken,
        "prompts/lookup.yaml": ugly,
      });
      const { code, out, err } = await fmt(folder, ...args);
      expect(code).toBe(3);
      expect(err).toContain("prompts/a.yaml:6:7  error  yaml-syntax");
      expect(out).toContain("Skipped because of YAML errors: 1.\n");
      expect(folder.read("prompts/a.yaml")).toBe(broken);
      expect(folder.read("prompts/lookup.yaml")).toBe(args.length === 0 ? tidy : ugly);
    },
  );

  it("in files that are not selected are not reported", async () => {
    await using folder = folderOf({ ...project, "prompts/a.yaml": broken });
    expect(await fmt(folder, "prompts/lookup.yaml")).toMatchObject({ code: 0, err: "" });
  });

  it("other than YAML errors do not matter", async () => {
    const wrong = "nmae: x\nkind: tol\n";
    await using folder = folderOf({ ...project, "prompts/a.yaml": wrong });
    expect((await fmt(folder)).code).toBe(0);
    expect(folder.read("prompts/a.yaml")).toBe(wrong);
  });

  it("in promptctl.yaml stop it before it writes", async () => {
    const files = { ...project, "promptctl.yaml": "definition: x\n", "prompts/lookup.yaml": ugly };
    await using folder = folderOf(files);
    const { code, err } = await fmt(folder);
    expect([code, err.split("\n")[0]]).toEqual([3, "promptctl.yaml:1:1  error  unknown-key"]);
    expect(folder.read("prompts/lookup.yaml")).toBe(ugly);
  });
});
