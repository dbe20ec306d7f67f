// The flags of promptctl test that contradict each other.
import { describe, expect, it } from "vitest";
import { promptFile } from "../../fixtures/support-project.ts";
import { folderOf } from "../../io/folder.ts";
import { type CliResult, runCli } from "../fake-host.ts";

/** Without keys of providers: a call would be an error of its own. */
async function runTest(line: string): Promise<CliResult> {
  await using folder = folderOf({
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/support.yaml": promptFile("Ask for the order number."),
    "none.yaml": "[]\n",
  });
  await runCli(["apply", "--local", "--yes"], { cwd: folder.path });
  return await runCli(["test", ...line.split(" ")], { cwd: folder.path });
}

describe.each(["--local", "--env local"])("%s", (local) => {
  it("is refused where the providers are called", async () => {
    expect(await runTest(`${local} --base none`)).toMatchObject({
      code: 64,
      out: "",
      err: `Error: ${local} is the embedded service, but this run sends the prompts of the files to their providers.
  To call no provider: --on echo in place of it.
  To run the prompts that the service has: add --on service. The service calls the providers too.
  To compare with the prompts that the service has: add --base service.
`,
    });
  });

  it.each([
    "--on service --base none",
    "--base service",
    "--on echo --base none",
    "--replies none.yaml",
  ])("is not refused with %s", async (flags) => {
    const { code, err } = await runTest(`${local} ${flags}`);
    expect([0, 1, 5]).toContain(code);
    expect(err).not.toContain("is the embedded service");
  });
});

describe("--exclude", () => {
  it.each(["prompt/*", "evaluation/Support/refund --exclude */greeting", "*"])(
    "of every evaluation is wrong usage: %s",
    async (patterns) => {
      const flags = "--replies none.yaml --base none";
      expect(await runTest(`${flags} --exclude ${patterns}`)).toMatchObject({
        code: 64,
        out: "",
        err: "Error: --exclude excludes every evaluation.\n  Exclude fewer, or name those to run with --target.\n",
      });
    },
  );

  it("of some evaluations is not", async () => {
    const { err } = await runTest("--on echo --base none --exclude */greeting");
    expect(err).toContain("Running 1 case");
  });
});
