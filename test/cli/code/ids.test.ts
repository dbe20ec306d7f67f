// promptctl ids: what application code is given, in its three forms.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { idsText } from "../../../src/views/code/ids-text.ts";
import {
  type Body,
  createFixture,
  readOnlyService,
  type RemoteLists,
  remotePrompt,
  remoteTool,
} from "../../laws/hostile/fixture.ts";
import { type CliResult, runCli } from "../fake-host.ts";

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
    err: "Not on local yet, create with promptctl apply --local: 2 definitions (tool/look, prompt/Support triage)\n",
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

describe("a tool whose name two resources have, with different content", () => {
  const text = `${definitions}tools: [look]
evaluations:
  - name: e
    assertions: [{ type: LATENCY, targetThreshold: 1 }]
---
kind: prompt
name: New
parameters: { provider: OPENAI, name: gpt-4.1 }
tools: [look]
messages: []
`;
  const toolOf = (id: string): Body => remoteTool(id, "look", { description: `Looks up ${id}.` });
  const service = {
    tools: [toolOf("t1"), toolOf("t2")],
    prompts: [remotePrompt("p1", "Support triage", { messages: [], tools: [{ id: "t1" }] })],
    evaluations: [{ id: "e1", promptId: "p1", variables: {}, appendedMessages: [], threshold: 1 }],
    "evaluation-assertions": [
      { id: "a1", evaluationId: "e1", type: "LATENCY", targetThreshold: 1, weight: 1 },
    ],
  };
  const idsOf = async (lists: RemoteLists, ...more: string[]): Promise<CliResult> => {
    await using fixture = createFixture({ "prompts/x.yaml": text }, readOnlyService(lists));
    return await fixture.run(["ids", ...more]);
  };

  it("the ids of all others are printed; the tool is named, and the exit code is 4", async () => {
    const { code, out, err } = await idsOf(service);
    expect([code, JSON.parse(out)]).toEqual([
      4,
      {
        "prompt/Support triage": "p1",
        "evaluation/Support triage/e": "e1",
        "assertion/Support triage/e/1": "a1",
      },
    ]);
    expect(err)
      .toBe(`The service has 2 tools named "look" (t1, t2). The name does not identify tool/look.
  Add a pin to promptctl.yaml:
  pins:
    "https://prompts.example.com":
      "tool/look": "t1"   # or "t2"
Id not known: 1 definition (tool/look)
Not on https://prompts.example.com yet, create with promptctl apply: 1 definition (prompt/New)
`);
  });

  it("of an ambiguous prompt, the ids of its evaluations are not known either", async () => {
    const second = remotePrompt("p2", "Support triage", { messages: [], tools: [] });
    const lists = { ...service, tools: [toolOf("t1")], prompts: [...service.prompts, second] };
    const { code, out, err } = await idsOf(lists);
    expect([code, JSON.parse(out)]).toEqual([4, { "tool/look": "t1" }]);
    expect(err).toContain(
      "Id not known: 3 definitions (prompt/Support triage, evaluation/Support triage/e, assertion/Support triage/e/1)\n",
    );
  });
});

it("an id with shell syntax is quoted", () => {
  expect(idsText({ "tool/x": "a'b $(c)" }, "env")).toBe(`PROMPTCTL_ID_TOOL_X='a'\\''b $(c)'\n`);
});
