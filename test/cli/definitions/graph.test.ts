// promptctl graph: the picture of a project in both languages, offline.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderOf } from "../../io/folder.ts";
import { type CliResult, runCli } from "../fake-host.ts";
import { project } from "../project.ts";

const root = join(import.meta.dirname, "../..", "..");

/** Runs the command on a folder of these files; the network is not there. */
async function graph(
  files: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<CliResult> {
  await using folder = folderOf(files);
  return await runCli(["graph", ...args], { cwd: folder.path });
}

const external = { ...project, "prompts/else.yaml": "kind: tool\nname: elsewhere\nexternal: true" };

describe("the graph of a project", () => {
  it("is Mermaid by default", async () => {
    const outcome = await graph(external);
    expect(outcome).toEqual({
      code: 0,
      out: `flowchart LR
  subgraph g1["evaluations"]
    ncb679c873716["refund<br/>2 assertions"]
  end
  subgraph g2["prompts"]
    n208b68afa4c0["Greeter"]
    n675a23d9e9ea["Support triage"]
  end
  subgraph g3["tools"]
    n9448cd8aad81["elsewhere"]
    n7ffa308feddb["lookup_order"]
    n6b4296f54965["send_mail"]
  end
  ncb679c873716 --> n675a23d9e9ea
  n675a23d9e9ea --> n7ffa308feddb
  classDef external stroke-dasharray: 5 5
  class n9448cd8aad81 external
`,
      err: "",
      questions: [],
    });
    expect(await graph(external, "--format", "mermaid")).toEqual(outcome);
  });

  it("is DOT with --format dot, and a part of it with --target", async () => {
    const { code, out, err } = await graph(
      external,
      "--format",
      "dot",
      "--target",
      "evaluation/*",
      "--target",
      "tool/else*",
    );
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe(`digraph promptctl {
  rankdir=LR;
  node [shape=box, style="rounded"];
  subgraph cluster_1 {
    label="evaluations";
    ncb679c873716 [label="refund\\n2 assertions"];
  }
  subgraph cluster_2 {
    label="prompts";
    n675a23d9e9ea [label="Support triage"];
  }
  subgraph cluster_3 {
    label="tools";
    n9448cd8aad81 [label="elsewhere", style="rounded,dashed"];
    n7ffa308feddb [label="lookup_order"];
  }
  ncb679c873716 -> n675a23d9e9ea;
  n675a23d9e9ea -> n7ffa308feddb;
}
`);
  });

  it("prints a note if GitHub does not render its size", async () => {
    const many = Array.from({ length: 501 }, (_, index) => `  - { name: e${index} }\n`).join("");
    const prompt = `${project["prompts/greeter.yaml"]}evaluations:\n${many}`;
    const files = { ...project, "prompts/greeter.yaml": prompt };
    const note =
      "GitHub does not render a Mermaid graph of this size: select a part with --target, or use --format dot.\n";
    expect((await graph(files)).err).toBe(note);
    expect((await graph(files, "--target", "evaluation/Support*")).err).toBe("");
    expect((await graph(files, "--format", "dot")).err).toBe("");
  });
});

describe("a project with errors", () => {
  it("fails as plan does", async () => {
    const files = { ...project, "prompts/lookup.yaml": "kind: tool\nname: find_order\n" };
    const { code, out, err } = await graph(files);
    expect([code, out]).toEqual([3, ""]);
    expect(err).toContain("prompts/triage.yaml:3:9  error  unknown-tool");
    expect(err).toContain("prompts/lookup.yaml:1:1  error  missing-key");
  });

  it("does not fail for warnings, which are printed", async () => {
    const crlf = { ...project, "prompts/triage.md": "Triage.\r\n" };
    const { code, out, err } = await graph(crlf);
    expect([code, out.split("\n")[0]]).toEqual([0, "flowchart LR"]);
    expect(err).toContain("Warning: 1 included file has CRLF line endings");
  });

  it.each([
    ["a pattern that matches nothing", ["--target", "tool/nothing"], "No definition matches"],
    ["an unknown language", ["--format", "svg"], "Allowed choices are mermaid, dot."],
  ])("%s is wrong usage", async (_name, args, message) => {
    const { code, err } = await graph(project, ...args);
    expect(code).toBe(64);
    expect(err).toContain(message);
  });
});

it("the graph in docs/commands.md is the output of the command above it", async () => {
  const page = readFileSync(join(root, "docs", "commands.md"), "utf8");
  const [, args, picture] =
    /^promptctl (graph examples[^\n]*)\n```\n\n```mermaid\n(.*?)```$/ms.exec(page)!;
  const argv = [...args!.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
  expect(await runCli(argv, { cwd: root })).toMatchObject({ code: 0, out: picture, err: "" });
});
