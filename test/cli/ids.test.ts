// promptctl ids: what application code is given, in its three forms.
import { afterAll, beforeAll, expect, it } from "vitest";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../../src/engine/model/failure.ts";
import { idsText } from "../../src/views/ids-text.ts";
import { runCli } from "./fake-host.ts";

const folder = mkdtempSync(join(tmpdir(), "promptctl-ids-"));
const definitions = `
kind: tool
name: look
description: Looks.
parameters: {}
---
kind: prompt
name: Support triage
parameters: { provider: OPENAI, name: gpt-4.1 }
messages: []
`;
beforeAll(() => writeFileSync(join(folder, "all.yaml"), definitions));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const args = (...more: string[]): string[] => ["ids", folder, "--local", ...more];

it("definitions that do not exist on the service are listed on standard error only", async () => {
  expect(await runCli(args(), { cwd: folder })).toMatchObject({
    code: 0,
    out: "{}\n",
    err: "Not on local yet, create with promptctl apply: 2 definitions (tool/look, prompt/Support triage)\n",
  });
});

it("after apply every definition has its id, in each format", async () => {
  expect((await runCli(["apply", folder, "--local", "--auto-approve"], { cwd: folder })).code).toBe(
    0,
  );
  const { out, err } = await runCli(args(), { cwd: folder });
  const ids = JSON.parse(out) as Record<string, string>;
  expect(err).toBe("");
  expect(Object.keys(ids)).toEqual(["tool/look", "prompt/Support triage"]);
  for (const id of Object.values(ids)) expect(id).toMatch(/^[0-9a-f]{24}$/);
  const prompt = ids["prompt/Support triage"]!;
  expect((await runCli(args("--format", "env", "--target", "prompt/*"), { cwd: folder })).out).toBe(
    `PROMPTCTL_ID_PROMPT_SUPPORT_TRIAGE=${prompt}\n`,
  );
  expect((await runCli(args("--format", "ts", "--target", "prompt/*"), { cwd: folder })).out).toBe(
    `/** Ids on the service, by address. */\nexport const ids = {\n  "prompt/Support triage": "${prompt}"\n} as const;\n`,
  );
});

it("an unknown format is wrong usage; the message lists the formats", async () => {
  const { code, err } = await runCli(args("--format", "xml"), { cwd: folder });
  expect([code, err]).toEqual([64, expect.stringMatching(/json, env, ts/)]);
});

it("two addresses with the same environment variable are refused", () => {
  const ids = { "prompt/a b": "1", "prompt/a-b": "2" };
  expect(() => idsText(ids, "env")).toThrow(Failure);
  expect(() => idsText(ids, "env")).toThrow(
    "prompt/a b and prompt/a-b map to the same environment variable PROMPTCTL_ID_PROMPT_A_B.",
  );
});

it("an id with shell syntax is quoted", () => {
  expect(idsText({ "tool/x": "a'b $(c)" }, "env")).toBe(`PROMPTCTL_ID_TOOL_X='a'\\''b $(c)'\n`);
});
