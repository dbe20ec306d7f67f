// The lines of docs/providers.md, run by sh, against servers that refuse what the real ones refuse.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { EnvironmentVariables, Fetch } from "../../src/engine/model/ports.ts";
import { providerFacts } from "../../src/engine/providers/provider-facts.ts";
import { type CliResult, runCli } from "../cli/fake-host.ts";
import { answerOf, providerServers, serverKey } from "../fixtures/provider-servers.ts";
import { folderOf } from "../io/folder.ts";
import { type FakeProvider, fakeProvider } from "../providers/fake-provider.ts";
import { fences, pages } from "./workflows/files.ts";

const page = pages.get("docs/providers.md")!;

interface Section {
  readonly heading: string;
  /** The lines of its shell. */
  readonly lines: readonly string[];
  /** The parameters of a prompt. */
  readonly parameters: object;
}

const sections = page.split(/^## /m).flatMap((text): Section[] => {
  const [heading = ""] = text.split("\n");
  const [shell] = fences(text, "sh");
  if (shell === undefined) return [];
  const { parameters } = parse(fences(text, "yaml")[0]!) as { parameters: object };
  return [{ heading, lines: shell.trim().split("\n"), parameters }];
});

/** The variables after these lines. */
function environmentOf(lines: readonly string[]): EnvironmentVariables {
  const script = [...lines, "env -0"].join("\n").replaceAll("…", serverKey);
  const text = execFileSync("/bin/sh", ["-c", script], { env: { PATH: process.env["PATH"] } });
  const entries = String(text)
    .split("\0")
    .filter((each) => /^(?:OPENAI|ANTHROPIC)_/.test(each));
  return Object.fromEntries(entries.map((each) => each.split(/=(.*)/s).slice(0, 2)));
}

/** A prompt with a tool, a limit and a temperature, which some models refuse. */
const projectOf = (parameters: object) => ({
  "promptctl.yaml": "definitions: prompts\n",
  "prompts/all.yaml": `kind: tool
name: look
description: Looks.
parameters: { type: object, properties: {} }
---
kind: prompt
name: Greet
tools: [look]
parameters: ${JSON.stringify({ ...parameters, maxTokens: 16, temperature: 0.2 })}
messages: [{ role: user, content: Greet me. }]
evaluations:
  - { name: hi, assertions: [{ type: EXACT_MATCH, targetValue: Hi }] }
`,
});

interface Run extends CliResult {
  /** All files in the folder after the run. */
  readonly files: string;
}

/** Runs the tests. Only requests to the base URL of all lines reach the server. */
async function testWith(
  { lines, parameters }: Section,
  env: EnvironmentVariables,
  server: FakeProvider,
): Promise<Run> {
  const all = environmentOf(lines);
  const facts = Object.values(providerFacts).find(
    ({ keyVariable, baseUrlVariable, tokenVariable = "" }) =>
      [keyVariable, baseUrlVariable, tokenVariable].some((name) => all[name]),
  )!;
  const { origin } = new URL(all[facts.baseUrlVariable] ?? facts.baseUrl);
  const toServer: Fetch = async (address, init) =>
    address.startsWith(`${origin}/`)
      ? fetch(server.url + address.slice(origin.length), init)
      : Response.json({ error: { message: "Another host." } }, { status: 404 });
  await using folder = folderOf(projectOf(parameters));
  const result = await runCli(["test", "--base", "none", "--out", "report.html"], {
    cwd: folder.path,
    env,
    fetch: toServer,
  });
  const files = readdirSync(folder.path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
  return { ...result, files: files.join("\n") };
}

it("each section has a server", () => {
  expect(sections.map(({ heading }) => heading)).toEqual(Object.keys(providerServers));
  for (const { source } of Object.values(providerServers)) expect(source).toMatch(/^https:\/\//);
});

it("the page names each variable of the providers", () => {
  const named = Object.values(providerFacts).flatMap((facts) => {
    const { keyVariable, baseUrlVariable, headersVariable, tokenVariable } = facts;
    const field = facts.maxTokensField?.variable;
    return [keyVariable, baseUrlVariable, headersVariable, tokenVariable, field];
  });
  const table = page.slice(0, page.indexOf("## "));
  expect([...new Set(table.match(/\b(?:OPENAI|ANTHROPIC)_[A-Z_]+/g))].sort()).toEqual(
    named.filter((name) => name !== undefined).sort(),
  );
});

describe.each(sections)("$heading", (section) => {
  const { heading, lines } = section;

  it("its lines work, and no output has the key", async () => {
    await using server = await fakeProvider(answerOf(providerServers[heading]!));
    const { code, out, err, files } = await testWith(section, environmentOf(lines), server);
    expect(out).toContain("Passed.");
    expect(code).toBe(0);
    expect([out, err, files].join("\n")).not.toContain("SECRET");
    expect(files).toContain(`"text":"Hi"`); // the reply is cached
    const hasKey = lines.some((line) => line.includes("…"));
    for (const { headers } of server.requests)
      expect(JSON.stringify(headers).includes(serverKey)).toBe(hasKey);
  });

  it.each(lines)("without %s it fails, and no output has the key", async (removed) => {
    await using server = await fakeProvider(answerOf(providerServers[heading]!));
    const env = environmentOf(lines.filter((line) => line !== removed));
    const { code, out, err, files } = await testWith(section, env, server);
    expect([1, 5]).toContain(code);
    expect([out, err, files].join("\n")).not.toContain("SECRET");
  });
});

describe("the words of a server are in the report", () => {
  it.each([
    [
      "OpenAI",
      { OPENAI_MAX_TOKENS_FIELD: "max_tokens" },
      "OpenAI rejected the request (400): Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ],
    ["Mistral", { OPENAI_MAX_TOKENS_FIELD: "" }, '"loc":["body","max_completion_tokens"]'],
    ["Gemini", { OPENAI_API_KEY: "wrong-key" }, "API key not valid. Please pass a valid API key."],
    [
      "Azure OpenAI, dated versions",
      { OPENAI_EXTRA_HEADERS: '{"api-key": "wrong-key"}' },
      "Set OPENAI_EXTRA_HEADERS to a valid key.",
    ],
    ["LiteLLM, Messages API", { ANTHROPIC_AUTH_TOKEN: "wrong-key" }, "Set ANTHROPIC_AUTH_TOKEN to"],
  ])("%s with %j", async (heading, env, words) => {
    const section = sections.find((each) => each.heading === heading)!;
    await using server = await fakeProvider(answerOf(providerServers[heading]!));
    const all = { ...environmentOf(section.lines), ...env };
    const { code, out } = await testWith(section, all, server);
    expect(code).toBe(1);
    expect(out.replaceAll(/\s+/g, " ")).toContain(words);
  });
});
