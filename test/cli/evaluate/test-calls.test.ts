// The calls of promptctl test to a provider, from the command line: what is announced, kept and hidden.
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import type { TestResult } from "../../../src/generated/types.ts";
import { greetingProject } from "../../fixtures/support-project.ts";
import { type Folder, folderOf } from "../../io/folder.ts";
import { gitEnv, repositoryOf } from "../../io/repository.ts";
import { claudeReply } from "../../providers/replies.ts";
import { type CliResult, type HostOptions, runCli } from "../fake-host.ts";

const key = "sk-ant-api03-SECRET-SECRET-SECRET-0123456789";
const files = greetingProject(["one", "two"]);

const testIn = (
  folder: Folder,
  fetch: Fetch,
  args: readonly string[] = [],
  more: Partial<HostOptions> = {},
): Promise<CliResult> =>
  runCli(["test", "--base", "none", ...args], {
    cwd: folder.path,
    env: { ANTHROPIC_API_KEY: key },
    fetch,
    ...more,
  });

/** A provider that always replies with this text. */
function replying(text: string): { readonly fetch: Fetch; readonly calls: string[] } {
  const calls: string[] = [];
  const fetch: Fetch = async (url) => {
    calls.push(url);
    return Response.json(claudeReply(text));
  };
  return { fetch, calls };
}

it("the calls are announced with their range, and the second run makes none", async () => {
  await using folder = folderOf(files);
  const { fetch, calls } = replying("Hi");
  const first = await testIn(folder, fetch);
  expect([first.code, first.err]).toEqual([
    0,
    "Running 2 cases, 2 calls to api.anthropic.com, at most 10 more, about $0.015\n",
  ]);
  const second = await testIn(folder, fetch);
  expect([second.code, second.err, calls.length]).toEqual([
    0,
    "Running 2 cases, 2 cached replies\n",
    2,
  ]);
});

it("a missing API key is said before the estimate", async () => {
  await using folder = folderOf(files);
  const { fetch, calls } = replying("Hi");
  const { code, err } = await testIn(folder, fetch, [], { env: {} });
  expect([code, err, calls]).toEqual([
    1,
    "Warning: There is no API key for Anthropic. Set ANTHROPIC_API_KEY, or use --on echo.\n" +
      "Running 2 cases, 2 calls to api.anthropic.com, at most 10 more, about $0.015\n",
    [],
  ]);
});

it("replies that decide are made in each run, and --cached-only never blocks", async () => {
  await using folder = folderOf(files);
  const { fetch, calls } = replying("Something else");
  const codes: number[] = [];
  for (const args of [[], [], ["--cached-only"]]) {
    codes.push((await testIn(folder, fetch, args)).code);
    codes.push(calls.length);
  }
  // Each of two cases needs six failures in a run, in which its cached first reply does not count.
  expect(codes).toEqual([5, 12, 5, 24, 1, 24]);
});

it("--cache-age: older replies are not used", async () => {
  await using folder = folderOf(files);
  const { fetch, calls } = replying("Hi");
  const at = (date: string) => ({ process: { time: () => new Date(date) } });
  await testIn(folder, fetch, [], at("2026-01-01T00:00:00Z"));
  await testIn(folder, fetch, ["--cache-age", "2h"], at("2026-01-01T01:59:00Z"));
  expect(calls).toHaveLength(2);
  await testIn(folder, fetch, ["--cache-age", "2h"], at("2026-01-01T02:01:00Z"));
  expect(calls).toHaveLength(4);
});

it.each([
  ["ANTHROPIC_API_KEY", key],
  ["OPENAI_API_KEY", "gateway-SECRET-1"],
  ["PROMPTCTL_API_KEY", "service-SECRET-1"],
])("%s in a reply is hidden in all reports, and the reply is not kept", async (name, secret) => {
  await using folder = folderOf(files);
  const { fetch } = replying(`The key is ${secret}. \ud800`);
  const reports = ["a.json", "a.html", "a.md", "a.xml"];
  const { code, out } = await testIn(
    folder,
    fetch,
    reports.flatMap((file) => ["--out", file]),
    { env: { ANTHROPIC_API_KEY: key, [name]: secret } },
  );
  expect(code).toBe(5);
  const texts = [out, ...reports.map((file) => folder.read(file))];
  expect(texts.filter((text) => text.includes("SECRET"))).toEqual([]);
  expect(texts[0]).toContain("The key is (the key).");
  expect(texts[1]).not.toContain("\\ud800"); // jq refuses half of a surrogate pair
  const { cases } = JSON.parse(texts[1]!) as TestResult;
  expect(cases[0]!.head.trials[0]!.reply!.text).toContain("(the key). \ufffd");
  expect(readdirSync(folder.at(".promptctl"))).not.toContain("replies");
});

it.each([
  ["no/r.html", "there is no folder"],
  ["prompts/support.yaml/r.html", "is not a folder"],
  ["folder.html", "it is a folder"],
])("--out %s is refused before the first call", async (file, why) => {
  await using folder = folderOf({ ...files, "folder.html/other": "" });
  const { fetch, calls } = replying("Hi");
  const { code, err } = await testIn(folder, fetch, ["--out", file]);
  expect([code, calls]).toEqual([64, []]);
  expect(err).toContain(`Cannot write the report ${folder.at(file)}: `);
  expect(err).toContain(why);
});

it("a connection that is lost after it was open counts as a call that may be charged", async () => {
  await using folder = folderOf(files);
  const fetch: Fetch = async () => {
    throw new TypeError("failed", { cause: Object.assign(new Error(), { code: "ECONNRESET" }) });
  };
  const { code, out } = await testIn(folder, fetch, ["--retries", "0"]);
  expect(code).toBe(1);
  expect(out).toContain(
    "Anthropic closed the connection to api.anthropic.com:443 without a reply: connection reset.",
  );
  expect(out).toContain("4 calls, 4 of them without a reply, at unknown cost");
});

it("a cached reply has no latency, and the report says so", async () => {
  await using folder = folderOf(files);
  const { fetch } = replying("Hi");
  await testIn(folder, fetch);
  const assertions = "[{ type: LATENCY, targetThreshold: 60000 }]";
  const text = folder.read("prompts/support.yaml");
  folder.write("prompts/support.yaml", text.replaceAll(/\[\{ type: CONTAINS.*\]/g, assertions));
  const { code, out } = await testIn(folder, fetch, ["--cached-only"]);
  expect(code).toBe(1);
  expect(out).toContain("Not measured: 2 cases\n  The latency of a cached reply is not measured.");
});
it("cases that cannot fail are no part of the pass rate, in both numbers and range", async () => {
  const free = "  - name: free\n    variables: { text: one }\n    assertions: []\n";
  const path = "prompts/support.yaml";
  await using folder = folderOf({ ...files, [path]: `${files[path]}${free}` });
  const { out } = await testIn(folder, replying("Hi").fetch, ["--out", "r.json"]);
  expect(out).toContain("Passed. 2 of 2 first replies passed (34 to 100 %).");
  expect(out).toContain("Cannot fail: 1 case\n  It cannot fail: it has no assertions.\n");
  const { counts } = JSON.parse(folder.read("r.json")) as TestResult;
  expect(counts).toMatchObject({ cases: 3, passed: 2, informational: 1 });
  const again = await runCli(["report", "r.json"], { cwd: folder.path });
  expect(again.out).toContain("2 of 2 first replies passed (34 to 100 %).");
});

it.each([['{"error":{"message":"slow down"}}', ": slow down"]])(
  "a long pause because of the rate limit is announced when it begins: %s",
  async (body, why) => {
    await using folder = folderOf(files);
    let count = 0;
    const fetch: Fetch = async () =>
      count++ === 0
        ? new Response(body, { status: 429, headers: { "retry-after": "60" } })
        : Response.json(claudeReply("Hi"));
    const { code, err } = await testIn(folder, fetch, ["--concurrency", "1"]);
    expect([code, err.split("\n")[1]]).toEqual([
      0,
      `Anthropic limits the request rate (429)${why}. Its calls pause for 60 s.`,
    ]);
  },
);

const names = Array.from({ length: 40 }, (_item, index) => `case${index}`);

it("a provider that is down ends the run after a few calls, and the report says so", async () => {
  await using folder = folderOf(greetingProject(names));
  const calls: string[] = [];
  const fetch: Fetch = async (url) => {
    calls.push(url);
    return new Response("{}", { status: 500 });
  };
  const { code, out } = await testIn(folder, fetch, ["--retries", "0", "--out", "r.json"]);
  expect(code).toBe(1);
  expect(calls.length).toBeLessThanOrEqual(16);
  const reason = "The run ended after 5 failed calls in a row (provider-failed).";
  expect(out.replaceAll(/\s+/g, " ")).toContain(
    `Incomplete. 40 cases not measured or not run. ${reason}`,
  );
  const { reasons, counts } = JSON.parse(folder.read("r.json")) as TestResult;
  expect(reasons).toContain(reason);
  expect(out.replaceAll(/\s+/g, " ")).toContain("The last one: Anthropic failed (500).");
  expect(counts.notMeasured + counts.notRun).toBe(40);
});

it("a provider that fails every third call: each case is asked for once more", async () => {
  await using folder = folderOf(greetingProject(names));
  let count = 0;
  const fetch: Fetch = async () =>
    ++count % 3 === 0 ? new Response("{}", { status: 500 }) : Response.json(claudeReply("Hi"));
  const { out } = await testIn(folder, fetch, ["--retries", "0", "--out", "r.json"]);
  expect(out).not.toContain("in a row");
  const { counts } = JSON.parse(folder.read("r.json")) as TestResult;
  // 13 of 40 fail, and 4 of these fail again.
  expect([count, counts.passed, counts.notMeasured]).toEqual([53, 36, 4]);
});

it("cases that share a request share its reply: one call, and a range of one reply", async () => {
  const shared = greetingProject(["one", "two"]);
  const [[path, text]] = Object.entries(shared).filter(([, each]) =>
    each.includes("name: two"),
  ) as [[string, string]];
  await using folder = folderOf({ ...shared, [path]: text.replaceAll("two }", "one }") });
  const { fetch, calls } = replying("Hi");
  const { code, out } = await testIn(folder, fetch);
  expect([code, calls.length]).toEqual([0, 1]);
  expect(out).toContain("Passed. 2 of 2 evaluations of 1 reply passed (21 to 100 %).");
});

const refusal = (status: number): Response =>
  Response.json({ error: { message: "This request cannot be answered." } }, { status });

it.each<readonly [base: number, head: string | number, code: number, said: string, state: string]>([
  [400, "Hi", 0, "No confirmed regression.", "new, unsteady"],
  [404, "Hi", 0, "No confirmed regression.", "new, unsteady"],
  [413, "Hi", 0, "No confirmed regression.", "new, unsteady"],
  [422, "Hi", 0, "No confirmed regression.", "new, unsteady"],
  [400, "No", 5, "Failed. 1 new case never passed.", "new, failed"],
  [400, 400, 1, "Incomplete. 1 case not measured or not run.", "undefined, not measured"],
  [401, "Hi", 1, "Incomplete. 1 case not compared", "not compared, unsteady"],
  [500, "Hi", 1, "Incomplete. 1 case not compared", "not compared, unsteady"],
])(
  "a base whose requests end with %i, and a head that answers No, then %s: exit code %i",
  async (statusOfBase, answer, code, said, state) => {
    const path = "prompts/support.yaml";
    const project = greetingProject(["one"]);
    await using repository = repositoryOf(project);
    repository.write(path, project[path].replace("{{text}}", "{{text}} on the head"));
    let count = 0;
    const fetch: Fetch = async (_url, request) => {
      if (!String(request?.body).includes("on the head")) return refusal(statusOfBase);
      if (typeof answer === "number") return refusal(answer);
      return Response.json(claudeReply(count++ === 0 ? "No" : answer));
    };
    const flags = ["--base", "HEAD", "--retries", "0", "--out", "r.json"];
    const env = { ...gitEnv, ANTHROPIC_API_KEY: key };
    const run = await runCli(["test", ...flags], { cwd: repository.path, env, fetch });
    const out = run.out.replaceAll(/\s+/g, " ");
    expect([run.code, out]).toEqual([code, expect.stringContaining(said)]);
    const [only] = (JSON.parse(repository.read("r.json")) as TestResult).cases;
    expect(`${only!.comparison}, ${only!.verdict}`).toBe(state);
    expect(out.includes("because the base does not work for them: evaluation/Support/one.")).toBe(
      state.startsWith("new"),
    );
    const reason = `The base cannot be measured, so that the case is judged as new: Anthropic`;
    expect(only!.reason?.startsWith(reason) ?? false).toBe(state.startsWith("new"));
  },
);
