// promptctl test with a fake of both providers that is not part of this project.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { LLMock } from "@copilotkit/aimock";
import { expect, test } from "vitest";
import type { TestResult } from "../../src/generated/types.ts";
import { folderOf } from "../io/folder.ts";
import { builtProgram } from "../fixtures/built.ts";

const main = builtProgram;

function prompt(name: string, parameters: string): string {
  return `---
kind: prompt
name: ${name}
parameters: ${parameters}
tools: [look]
messages: [{ role: system, content: Be short. }, { role: user, content: "{{text}}" }]
evaluations:
  - { name: text, variables: { text: hello }, assertions: [{ type: STARTS_WITH, targetValue: Hi }] }
  - name: call
    variables: { text: order 7 }
    assertions: [{ type: TOOL_CALLED_WITH, toolName: look, argKeyName: orderNumber }]
  - { name: wrong, variables: { text: hello }, assertions: [{ type: TOOL_CALLED, toolName: look }] }
`;
}

const tool = `kind: tool
name: look
description: Looks.
parameters: { type: object, properties: { orderNumber: { type: string } } }
`;

test("texts and tool calls of both providers are judged", async () => {
  await using project = folderOf({
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/all.yaml": [
      tool,
      prompt("Claude", "{ provider: ANTHROPIC, name: claude-test }"),
      prompt("Gpt", "{ provider: OPENAI, name: gpt-test }"),
    ].join(""),
  });
  const mock = new LLMock({ port: 0, host: "127.0.0.1" });
  mock.onMessage("hello", { content: "Hi there!" });
  mock.onMessage("order 7", { toolCalls: [{ name: "look", arguments: '{"orderNumber":"7"}' }] });
  const url = await mock.start();
  try {
    const env = {
      PATH: process.env["PATH"],
      ANTHROPIC_API_KEY: "key",
      ANTHROPIC_BASE_URL: url,
      OPENAI_API_KEY: "key",
      OPENAI_BASE_URL: `${url}/v1`,
    };
    const words = [main, "test", project.path, "--base", "none", "--gate", "report"];
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, [...words, "--format", "json"], { env });
    const { cases, calls } = JSON.parse(stdout) as TestResult;
    const verdicts = cases.map(({ address, verdict }) => `${verdict} ${address}`).sort();
    expect(verdicts).toEqual([
      "failed evaluation/Claude/wrong",
      "failed evaluation/Gpt/wrong",
      "passed evaluation/Claude/call",
      "passed evaluation/Claude/text",
      "passed evaluation/Gpt/call",
      "passed evaluation/Gpt/text",
    ]);
    expect(calls.live).toBe(16); // equal requests once, and seven trials of what fails: 6 × 0.4^7 < 2 %
  } finally {
    await mock.stop();
  }
});
