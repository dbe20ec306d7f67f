// promptctl test with several flags --with: a row for each head, against the same base.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import type { TestResult } from "../../../src/generated/types.ts";
import { type CliResult, runCli } from "../fake-host.ts";
import { repositoryOf, type TestRepository } from "../../io/repository.ts";
import { claudeReply, gptReply } from "../../providers/replies.ts";

const project = {
  "promptctl.yaml": "definitions: prompts\n",
  "prompts/a.yaml": `kind: prompt
name: Greet
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-5 }
messages: [{ role: user, content: "{{text}}" }]
evaluations:
  - { name: one, variables: { text: one }, assertions: [{ type: EXACT_MATCH, targetValue: Hi }] }
  - { name: two, variables: { text: two }, assertions: [{ type: EXACT_MATCH, targetValue: Hi }] }
`,
};

interface Sent {
  readonly model: string;
  readonly messages: readonly { readonly content: string }[];
}

/** A provider where claude-3-haiku fails the case two, and its calls as `MODEL TEXT`. */
function provider(): { readonly fetch: Fetch; readonly calls: string[] } {
  const calls: string[] = [];
  const fetch: Fetch = async (url, init) => {
    const { model, messages } = JSON.parse(String(init?.body)) as Sent;
    const text = messages[0]!.content;
    calls.push(`${model} ${text}`);
    const reply = model === "claude-3-haiku-20240307" && text === "two" ? "No" : "Hi";
    return Response.json(url.includes("openai") ? gptReply(reply) : claudeReply(reply));
  };
  return { fetch, calls };
}

const run = (
  repository: TestRepository,
  fetch: Fetch,
  args: readonly string[],
): Promise<CliResult> =>
  runCli(["test", "--base", "HEAD", ...args], {
    cwd: repository.path,
    env: { ANTHROPIC_API_KEY: "key-1234567890", OPENAI_API_KEY: "key-1234567890" },
    fetch,
  });

const good = ["--with", "parameters.name=claude-haiku-4-5"];
const bad = ["--with", "parameters.name=claude-3-haiku-20240307"];
const other = ["--with", "parameters.provider=OPENAI,parameters.name=gpt-4.1"];

describe("several flags --with", () => {
  it("have a row each, and the cases of each say their model", async () => {
    await using repository = repositoryOf(project);
    const { fetch, calls } = provider();
    const { code, out, err } = await run(repository, fetch, [...good, ...bad, ...other]);
    expect(out).toContain(`promptctl test · 6 of 6 cases affected by the change · base `);
    expect(out.slice(out.indexOf("  With"), out.indexOf("\n\n  ✗"))).toBe(
      [
        "  With                                                Gate    First replies passed  Cases              Cost of a reply    Time of a reply",
        "  base                                                        8 of 8                                   $0.0045            0 ms",
        "  claude-haiku-4-5                                    Passed  8 of 8                0 worse, 0 better  $0.0015 (-67 %)    0 ms",
        "  claude-3-haiku-20240307                             Failed  4 of 8                1 worse, 0 better  $0.000375 (-92 %)  0 ms",
        "  parameters.provider=OPENAI,parameters.name=gpt-4.1  Passed  8 of 8                0 worse, 0 better  $0.0028 (-38 %)    0 ms",
      ].join("\n"),
    );
    expect(out).toContain("✗ evaluation/Greet/two with claude-3-haiku-20240307");
    expect(out).toContain("Failed. claude-3-haiku-20240307: 1 case regressed.");
    expect(code).toBe(5);
    // First trials of three heads and of the base once; then the suspect on both sides.
    expect(err).toMatch(/^Running 6 cases, 32 calls to api\.anthropic\.com and api\.openai\.com/);
    const ofBase = calls.filter((call) => call === "claude-sonnet-4-5 one");
    expect(ofBase).toHaveLength(4);
  });

  it("pass if the gate blocks none of them", async () => {
    await using repository = repositoryOf(project);
    const { code, out } = await run(repository, provider().fetch, [...good, ...other]);
    expect([code, out.includes("Passed.")]).toEqual([0, true]);
  });

  it("are in every report", async () => {
    await using repository = repositoryOf(project);
    const files = ["r.json", "r.md", "r.html", "r.xml"];
    const out = files.flatMap((file) => ["--out", file]);
    await run(repository, provider().fetch, [...good, ...bad, ...out]);
    const [json, markdown, html, junit] = files.map((file) =>
      readFileSync(`${repository.path}/${file}`, "utf8"),
    );
    const { columns, cases, counts, exitCode, settings } = JSON.parse(json!) as TestResult;
    expect(columns?.map((each) => [each.with, each.exitCode, each.passRange?.passed])).toEqual([
      [good[1], 0, 8],
      [bad[1], 5, 4],
    ]);
    expect([counts.cases, counts.passed, counts.regressed, exitCode]).toEqual([4, 3, 1, 5]);
    expect(settings.with).toEqual([good[1], bad[1]]);
    expect(cases.map((each) => `${each.address} ${each.with!}`).sort()).toEqual([
      `evaluation/Greet/one ${bad[1]}`,
      `evaluation/Greet/one ${good[1]}`,
      `evaluation/Greet/two ${bad[1]}`,
      `evaluation/Greet/two ${good[1]}`,
    ]);
    expect(markdown).toContain(
      "| `claude-3-haiku-20240307` | Failed | 4 of 8 | 1 worse, 0 better | $0.000375 (-92 %) |",
    );
    expect(markdown).toContain("`evaluation/Greet/two with claude-3-haiku-20240307`");
    expect(html).toMatch(/<code>claude-3-haiku-20240307<\/code><\/th>\s*<td>Failed<\/td>/);
    expect(junit!.match(/<testsuite name="[^"]+/g)).toEqual([
      '<testsuite name="prompt/Greet with claude-haiku-4-5',
      '<testsuite name="prompt/Greet with claude-3-haiku-20240307',
    ]);
    expect(junit!.match(/<failure /g)).toHaveLength(1);
  });

  it("share one budget, which is checked before the first call", async () => {
    await using repository = repositoryOf(project);
    const { fetch, calls } = provider();
    const { code, err } = await run(repository, fetch, [...good, ...bad, "--max-calls", "23"]);
    expect([code, calls]).toEqual([4, []]);
    expect(err).toContain("The test needs 24 calls, more than --max-calls 23.");
  });

  it("one of them twice is one", async () => {
    await using repository = repositoryOf(project);
    const { out } = await run(repository, provider().fetch, [...good, ...good]);
    expect(out).toContain("· with parameters.name=claude-haiku-4-5");
    expect(out).not.toContain("First replies passed");
  });
});
