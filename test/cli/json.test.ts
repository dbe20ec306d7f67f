// Failures with --json: one JSON document on standard output, with the same exit code.
import { describe, expect, it } from "vitest";
import { folderOf } from "../io/folder.ts";
import { type HostOptions, serviceEnv, runCli, createFakeService } from "./fake-host.ts";
import { type ErrorCase, withApply } from "./error-case.ts";
import { fileErrorCases } from "./file-error-cases.ts";
import { usageErrorCases } from "./usage-error-cases.ts";
import { project, triage } from "./project.ts";

const rows = withApply([...fileErrorCases, ...usageErrorCases]);

interface ErrorLine {
  readonly type?: string;
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
}

/** The text output for an error document. */
function asText({ error }: ErrorLine): string {
  const hint = error.hint?.split("\n").map((line) => `  ${line}\n`) ?? [];
  return `Error: ${error.message}\n${hint.join("")}`;
}

function expectSameError(
  document: ErrorLine,
  { errorCode, stderr }: ErrorCase,
  folder: string,
): void {
  expect(document.error.code).toBe(errorCode);
  if (errorCode !== "invalid-definitions")
    return expect(asText(document).replaceAll(folder, "…")).toBe(stderr);
  const { diagnostics, ...rest } = document.error as ErrorLine["error"] & {
    diagnostics: { code: string; message: string; location: { file: string; line: number } }[];
  };
  const count = stderr.trimEnd().split("\n").at(-1)!;
  expect(rest.message).toBe(`Invalid definitions: ${count}`);
  expect(`${diagnostics.length} error${diagnostics.length > 1 ? "s" : ""}.`).toBe(count);
  for (const { code, message, location } of diagnostics) {
    expect(stderr).toContain(`${location.file}:${location.line}:`);
    expect(stderr).toContain(`error  ${code}\n`);
    expect(stderr).toContain(`  ${message}\n`);
  }
}

describe("--json", () => {
  it.each(rows)("%s", async (_, errorCase) => {
    await using folder = folderOf(errorCase.files);
    const service = await createFakeService();
    const { env, args } = errorCase;
    const options = { cwd: folder.path, env, fetch: errorCase.fetch ?? service.fetch };
    const { out, ...rest } = await runCli([...args, "--json"], options);
    expect(rest).toEqual({ code: errorCase.code, err: errorCase.pauses, questions: [] });
    const document = JSON.parse(out) as ErrorLine;
    if (args[0] === "apply") {
      expect(document.type).toBe("error");
      expect(out.split("\n")).toEqual([expect.any(String), ""]);
    } else expect(Object.keys(document)).toEqual(["error"]);
    expectSameError(document, errorCase, folder.path);
    expect(service.writes()).toEqual([]);
  });

  it("plan prints one document for a folder named apply too", async () => {
    await using folder = folderOf({ "apply/promptctl.yaml": "prun: true" });
    const { code, out } = await runCli(["plan", "apply", "--json"], { cwd: folder.path });
    expect([code, Object.keys(JSON.parse(out) as object)]).toEqual([3, ["error"]]);
  });
});

describe("apply --json prints one JSON document per line", () => {
  const lines = async (
    args: readonly string[],
    options: HostOptions,
  ): Promise<[number, object[]]> => {
    const { code, out, err } = await runCli(["apply", ...args, "--json"], options);
    expect([err, out.at(-1)]).toEqual(["", "\n"]);
    return [
      code,
      out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as object),
    ];
  };

  it("the plan, each step as it starts and succeeds, and the end with counts and ids", async () => {
    await using folder = folderOf(project);
    const service = await createFakeService();
    const options = { cwd: folder.path, env: serviceEnv, fetch: service.fetch };
    const [code, all] = await lines(["--auto-approve", "--target", "prompt/Support*"], options);
    const tool = { step: "create tool/lookup_order", address: "tool/lookup_order", verb: "create" };
    const prompt = {
      step: "create prompt/Support triage",
      address: "prompt/Support triage",
      verb: "create",
    };
    const id = expect.any(String);
    expect(code).toBe(0);
    expect(all).toEqual([
      { type: "plan", plan: expect.objectContaining({ format: "promptctl.plan/1" }) },
      { type: "started", ...tool },
      { type: "succeeded", ...tool, id },
      { type: "started", ...prompt },
      { type: "succeeded", ...prompt, id },
      {
        type: "finished",
        counts: { done: 2, failed: 0, skipped: 0, notStarted: 0 },
        unavailable: false,
        changedSincePlan: false,
        incomplete: [],
        sameNames: [],
        ids: { "tool/lookup_order": id, "prompt/Support triage": id },
      },
    ]);
    expect(await service.names("prompts")).toEqual(["Support triage"]);
  });

  it("a failed step and the steps skipped because of it", async () => {
    await using folder = folderOf({
      "promptctl.yaml": "",
      "prompts/t.yaml": triage,
      "prompts/triage.md": "x",
      "prompts/l.yaml": project["prompts/lookup.yaml"]!,
    });
    const service = await createFakeService();
    const fetch: HostOptions["fetch"] = async (url, init) =>
      init.method === "POST" && url.endsWith("/prompts")
        ? Response.json({ error: "The name is taken." }, { status: 409 })
        : service.fetch(url, init);
    const options = { cwd: folder.path, env: serviceEnv, fetch };
    const [code, all] = await lines(["--auto-approve"], options);
    const error = {
      code: "service-error",
      message: "409 from POST /sdk/v1/prompts: The name is taken.",
    };
    expect(code).toBe(1);
    expect(all.slice(4)).toEqual([
      expect.objectContaining({ type: "failed", address: "prompt/Support triage", error }),
      ...[
        "evaluation/Support triage/refund",
        "assertion/Support triage/refund/1",
        "assertion/Support triage/refund/2",
      ].map((each) =>
        expect.objectContaining({
          type: "skipped",
          address: each,
          failedAddress: "prompt/Support triage",
        }),
      ),
      expect.objectContaining({
        type: "finished",
        counts: { done: 1, failed: 1, skipped: 3, notStarted: 0 },
        incomplete: expect.arrayContaining([
          {
            address: "prompt/Support triage",
            action: "create",
            succeededCalls: 0,
            totalCalls: 1,
            isUnknown: false,
            isStoredOtherwise: false,
            isCreated: false,
          },
        ]),
      }),
    ]);
  });

  it("without --auto-approve the plan and an error, also on a terminal", async () => {
    await using folder = folderOf(project);
    const service = await createFakeService();
    const options = { cwd: folder.path, env: serviceEnv, fetch: service.fetch, answer: true };
    const [code, all] = await lines([], options);
    expect([code, all.length]).toEqual([4, 2]);
    expect(all[1]).toEqual({
      type: "error",
      error: {
        code: "no-consent",
        message: "No interactive terminal: use --auto-approve. Nothing was applied.",
        hint: "To review the changes first: promptctl plan",
      },
    });
    expect(service.writes()).toEqual([]);
  });
});
