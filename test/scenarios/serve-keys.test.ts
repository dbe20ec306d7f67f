// The keys of the built service: what each scope permits, where a name is shown, and how keys change.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runProgramIn } from "../fixtures/run-program.ts";
import { createServeProcesses } from "../fixtures/serve-processes.ts";
import { gitEnv, repositoryOf } from "../io/repository.ts";
import { assertions, evaluationBody, promptBody, toolBody } from "./contract/bodies.ts";

const folder = mkdtempSync(join(tmpdir(), "promptctl-keys-"));
const { serve, stopAll } = createServeProcesses(folder);
afterAll(() => {
  stopAll();
  rmSync(folder, { recursive: true, force: true });
});

const scopes = ["read", "run", "write"] as const;
type Scope = (typeof scopes)[number];
const keyOf = (scope: Scope): string => `the-SECRET-${scope}-key-of-a-client`;
const namedKeys = scopes.map((scope) => ({ name: `team-${scope}`, scope, key: keyOf(scope) }));

let url: string;
let log: () => string;
beforeAll(async () => {
  const env = { PROMPTCTL_SERVE_NAMED_KEYS: JSON.stringify(namedKeys) };
  ({ url, log } = await serve(["--store", "s.sqlite", "--echo", "--evaluation-update"], env));
});

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** Sends a path as it is: `fetch` resolves `..`. */
function send(
  method: string,
  path: string,
  key: string | undefined,
  { body, headers = {}, to = url }: { body?: object; headers?: object; to?: string } = {},
): Promise<Reply> {
  const { hostname, port } = new URL(to);
  const content = body && JSON.stringify(body);
  const more = {
    ...(key !== undefined && { "x-api-key": key }),
    ...(content && {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(content),
    }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers: more }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () =>
        resolve({
          status: response.statusCode!,
          text,
          headers: new Headers(response.headers as Record<string, string>),
        }),
      );
    });
    sent.on("error", reject).end(content);
  });
}

const idIn = ({ text }: Reply): string => (JSON.parse(text) as { id: string }).id;
const api = "/sdk/v1";

interface Ids {
  readonly tool: string;
  readonly prompt: string;
  readonly evaluation: string;
  readonly assertion: string;
}

/** Creates one of each with the key that may write. */
async function createAll(): Promise<Ids> {
  const create = async (path: string, body: object): Promise<string> =>
    idIn(await send("POST", api + path, keyOf("write"), { body }));
  const tool = await create("/tools", toolBody);
  const prompt = await create("/prompts", prompts);
  const evaluation = await create("/evaluations", evaluationBody(prompt));
  const assertion = await create("/evaluation-assertions", assertionOf(evaluation));
  return { tool, prompt, evaluation, assertion };
}

const prompts = { ...promptBody(), messages: [] };
const assertionOf = (evaluationId: string): object => ({ evaluationId, ...assertions[0]!.request });
const message = { role: "user", content: [{ type: "TEXT", text: "Hi" }] };
const runBody = { variables: {}, appendMessages: [message] };

/** Method, pattern of the path, the scope it needs, and its body. */
type Endpoint = [string, string, Scope, ((ids: Ids) => object)?];

const endpoints: readonly Endpoint[] = [
  ["GET", "/tools", "read"],
  ["POST", "/tools", "write", () => toolBody],
  ["GET", "/tools/{tool}", "read"],
  ["PUT", "/tools/{tool}", "write", () => toolBody],
  ["DELETE", "/tools/{tool}", "write"],
  ["GET", "/tools/{tool}/versions", "read"],
  ["GET", "/prompts", "read"],
  ["POST", "/prompts", "write", () => prompts],
  ["GET", "/prompts/{prompt}", "read"],
  ["POST", "/prompts/{prompt}", "read", () => runBody],
  ["PUT", "/prompts/{prompt}", "write", () => prompts],
  ["DELETE", "/prompts/{prompt}", "write"],
  ["POST", "/prompts/{prompt}/completion", "run", () => runBody],
  ["GET", "/prompts/{prompt}/versions", "read"],
  ["GET", "/evaluations", "read"],
  ["POST", "/evaluations", "write", ({ prompt }) => evaluationBody(prompt)],
  ["GET", "/evaluations/{evaluation}", "read"],
  ["PUT", "/evaluations/{evaluation}", "write", ({ prompt }) => evaluationBody(prompt)],
  ["DELETE", "/evaluations/{evaluation}", "write"],
  ["GET", "/evaluations/{evaluation}/versions", "read"],
  ["GET", "/evaluation-assertions", "read"],
  ["POST", "/evaluation-assertions", "write", ({ evaluation }) => assertionOf(evaluation)],
  ["GET", "/evaluation-assertions/{assertion}", "read"],
  ["PUT", "/evaluation-assertions/{assertion}", "write", (ids) => assertionOf(ids.evaluation)],
  ["DELETE", "/evaluation-assertions/{assertion}", "write"],
  ["GET", "/evaluation-assertions/{assertion}/versions", "read"],
  ["GET", "/deletions/tools", "read"],
  ["GET", "/deletions/prompts", "read"],
  ["GET", "/deletions/evaluations", "read"],
  ["GET", "/deletions/evaluation-assertions", "read"],
];

const includes = (scope: Scope, needed: Scope): boolean =>
  scopes.indexOf(scope) >= scopes.indexOf(needed);

const refusal = (needed: Scope, scope: Scope): string =>
  JSON.stringify({
    error: `This needs an API key with the scope ${needed}. The API key has the scope ${scope}.`,
  });

describe("scopes", () => {
  it("are checked at all endpoints of the description", async () => {
    const { text } = await send("GET", "/openapi.json", undefined);
    const { paths } = JSON.parse(text) as { paths: Record<string, object> };
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations)
        .filter((name) => name !== "parameters")
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    const listed = endpoints.map(
      ([method, path]) => `${method} ${api}${path.replace(/\{\w+\}/, "{id}")}`,
    );
    expect(described.sort()).toEqual(listed.sort());
  });

  it.each(endpoints)("%s %s needs the scope %s", async (method, pattern, needed, bodyOf) => {
    for (const scope of scopes) {
      const ids = await createAll();
      const path = api + pattern.replace(/\{(\w+)\}/, (_, kind: keyof Ids) => ids[kind]);
      const body = bodyOf?.(ids);
      const { status, text, headers } = await send(method, path, keyOf(scope), body && { body });
      expect(headers.get("promptctl-key-scope")).toBe(scope);
      if (includes(scope, needed)) expect([scope, status, text]).toEqual([scope, 200, text]);
      else expect([status, text]).toEqual([403, refusal(needed, scope)]);
    }
    const body = bodyOf?.(await createAll());
    const path = api + pattern.replace(/\{\w+\}/, "x");
    for (const key of [undefined, "wrong"])
      expect((await send(method, path, key, body && { body })).status).toBe(401);
  });

  it.each(scopes)(
    "the metrics can be read with the scope %s, also as bearer token",
    async (scope) => {
      expect((await send("GET", "/metrics", keyOf(scope))).status).toBe(200);
      const headers = { authorization: `Bearer ${keyOf(scope)}` };
      expect((await send("GET", "/metrics", undefined, { headers })).status).toBe(200);
      expect((await send("GET", `${api}/tools`, undefined, { headers })).status).toBe(401);
    },
  );
});

/** All that the service holds. */
async function contents(): Promise<string[]> {
  const paths = ["/tools", "/prompts", "/evaluations", "/evaluation-assertions"];
  const lists = paths.map((path) => send("GET", api + path, keyOf("write")));
  return (await Promise.all(lists)).map(({ text }) => text);
}

describe("a key with the scope read does not write", () => {
  const tool = { body: { ...toolBody, name: "changed" } };
  it.each<[string, string, string, { body?: object; headers?: object }]>([
    ["a method in a header", "GET", "/prompts/{id}", { headers: { "x-http-method": "DELETE" } }],
    [
      "a method in a header of a POST",
      "POST",
      "/prompts/{id}",
      {
        body: runBody,
        headers: { "x-http-method-override": "DELETE", "x-method-override": "PUT" },
      },
    ],
    ["a method in the query", "POST", "/prompts/{id}?_method=DELETE", { body: runBody }],
    ["a method in the body", "POST", "/prompts/{id}", { body: { ...runBody, _method: "DELETE" } }],
    ["a body of a GET", "GET", "/tools", tool],
    ["HEAD with a body", "HEAD", "/tools", tool],
    ["OPTIONS", "OPTIONS", "/tools", {}],
    ["PATCH", "PATCH", "/prompts/{id}", { body: prompts }],
    ["a method in lower case", "delete", "/prompts/{id}", {}],
    ["a slash at the end", "POST", "/tools/", tool],
    ["a slash at the end of a path that renders", "DELETE", "/prompts/{id}/", {}],
    ["two slashes", "POST", "//tools", tool],
    ["an encoded letter", "POST", "/t%6fols", tool],
    ["a letter encoded twice", "POST", "/t%256fols", tool],
    ["an encoded slash", "POST", "/prompts%2F..%2Ftools", tool],
    ["a segment that leads back", "POST", "/prompts/../tools", tool],
    ["an encoded segment that leads back", "POST", "/prompts/%2e%2e/tools", tool],
    ["a query with a slash", "POST", "/tools?/prompts/x", tool],
    ["a part of the path in capitals", "POST", "/TOOLS", tool],
    ["a semicolon", "POST", "/tools;/prompts/x", tool],
    [
      "a completion with an encoded letter",
      "POST",
      "/prompts/{id}/%63ompletion",
      { body: runBody },
    ],
    [
      "a completion with a slash at the end",
      "POST",
      "/prompts/{id}/completion/",
      { body: runBody },
    ],
    [
      "a completion after an encoded slash",
      "POST",
      "/prompts/{id}%2Fcompletion",
      { body: runBody },
    ],
    ["two keys", "POST", "/tools", { ...tool, headers: { "X-Api-Key": "wrong" } }],
    [
      "a scope of the client",
      "POST",
      "/tools",
      { ...tool, headers: { "promptctl-key-scope": "write" } },
    ],
  ])("with %s (%s %s)", async (_, method, pattern, options) => {
    const { prompt } = await createAll();
    const before = await contents();
    const path = api + pattern.replace("{id}", prompt);
    const { text, status } = await send(method, path, keyOf("read"), options);
    expect(text).not.toContain("[echo]");
    expect([200, 400, 401, 403, 404]).toContain(status);
    expect(await contents()).toEqual(before);
  });

  it("nor reads the response to a create that another key sent with an Idempotency-Key", async () => {
    const headers = { "idempotency-key": "one" };
    const create = { body: toolBody, headers };
    const first = await send("POST", `${api}/tools`, keyOf("write"), create);
    const again = await send("POST", `${api}/tools`, keyOf("write"), create);
    expect([first.status, again.text]).toEqual([200, first.text]);
    for (const scope of ["read", "run"] as const) {
      const { status, text } = await send("POST", `${api}/tools`, keyOf(scope), create);
      expect([status, text]).toEqual([403, refusal("write", scope)]);
    }
  });
});

const tokenIn = (page: string): string => /name="token"\s+value="([^"]+)/.exec(page)![1]!;

/** Sends a form as a browser does. */
function post(
  path: string,
  cookie: string,
  fields: Record<string, string>,
  to = url,
): Promise<Response> {
  return fetch(to + path, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: to, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields),
  });
}

/** Sends the login form; returns the status, and the cookie after it. */
async function logIn(key: string, to = url): Promise<[status: number, cookie: string]> {
  const form = await send("GET", "/page/login", undefined, { to });
  const cookie = form.headers.get("set-cookie")!.split(";")[0]!;
  const fields = { token: tokenIn(form.text), key, to: "/page" };
  const { status, headers } = await post("/page/login", cookie, fields, to);
  return [status, headers.get("set-cookie")?.split(";")[0] ?? cookie];
}

describe("the page", () => {
  it.each<[Scope, boolean]>([
    ["read", false],
    ["run", true],
    ["write", true],
  ])("shows all with the scope %s; runs a prompt: %s", async (scope, runs) => {
    const { prompt } = await createAll();
    const [status, cookie] = await logIn(keyOf(scope));
    expect(status).toBe(303);
    const path = `/page/prompts/${prompt}`;
    for (const each of [
      "/page",
      path,
      `${path}/versions`,
      `${path}/versions/1`,
      `${path}/definition`,
    ])
      expect((await send("GET", each, undefined, { headers: { cookie } })).status).toBe(200);
    const page = await send("GET", path, undefined, { headers: { cookie } });
    expect(page.text.includes('value="run"')).toBe(runs);
    const fields = { token: tokenIn(page.text), message: "Hi" };
    expect((await post(path, cookie, { ...fields, action: "request" })).status).toBe(200);
    const run = await post(path, cookie, { ...fields, action: "run" });
    const text = await run.text();
    expect([run.status, text.includes("[echo] Hi")]).toEqual(runs ? [200, true] : [403, false]);
    if (!runs)
      expect(text).toContain("an API key with the scope run. The API key has the scope read");
    const other = await send("GET", `${api}/tools`, undefined, { headers: { cookie } });
    expect(other.status).toBe(401);
  });
});

describe("the name of a key", () => {
  it("is in the versions that it wrote, in the log and in the metrics; the key is not", async () => {
    const { tool } = await createAll();
    const { text } = await send("GET", `${api}/tools/${tool}/versions`, keyOf("read"));
    expect(JSON.parse(text)).toMatchObject([{ number: 1, keyName: "team-write" }]);
    const readMetrics = async () => (await send("GET", "/metrics", keyOf("run"))).text;
    const wrongKeys = (page: string) =>
      Number(/^promptctl_wrong_keys_total (\d+)$/m.exec(page)![1]);
    const before = wrongKeys(await readMetrics());
    await send("GET", `${api}/tools`, undefined);
    await send("GET", `${api}/tools`, "a-SECRET-wrong-key");
    expect((await logIn("a-SECRET-wrong-key"))[0]).toBe(401);
    const metrics = await readMetrics();
    expect(wrongKeys(metrics)).toBe(before + 2);
    expect(metrics).toMatch(/^promptctl_key_requests_total\{key="team-read"\} [1-9]/m);
    expect(metrics).toMatch(/^promptctl_key_requests_total\{key="team-write"\} [1-9]/m);
    const path = `/sdk/v1/tools/${tool}/versions`;
    await vi.waitFor(() => expect(log()).toContain('X-API-KEY is not valid."'));
    const lines = log().trim().split("\n");
    const line = lines
      .map((each) => JSON.parse(each) as { path: string })
      .find((each) => each.path === path);
    expect(line).toMatchObject({ status: 200, key: "team-read", client: "127.0.0.1" });
    expect(log() + metrics).not.toContain("SECRET");
  });

  it("is what `log` shows; apply is refused with a key that may not write", async () => {
    const definition = (text: string): string =>
      `kind: prompt\nname: Shown\nparameters: { provider: OPENAI, name: gpt-test }\nmessages: [{ role: system, content: ${text} }]\n`;
    await using repository = repositoryOf({
      "promptctl.yaml": "definitions: prompts\n",
      "prompts/p.yaml": definition("one"),
    });
    const { HOME, GIT_CONFIG_GLOBAL, GIT_CONFIG_NOSYSTEM } = gitEnv;
    const run = (scope: Scope, ...words: string[]) =>
      runProgramIn(repository.at(""), [...words, "--base-url", url], {
        HOME,
        GIT_CONFIG_GLOBAL,
        GIT_CONFIG_NOSYSTEM,
        PROMPTCTL_API_KEY: keyOf(scope),
      });
    for (const scope of ["read", "run"] as const) {
      expect(await run(scope, "plan")).toMatchObject({ code: 0 });
      const { code, err } = await run(scope, "apply", "--yes");
      expect(code).toBe(4);
      expect(err).toContain(
        `The API key has the scope ${scope} and cannot change the service. Nothing was applied.`,
      );
    }
    expect(await run("write", "apply", "--yes")).toMatchObject({ code: 0 });
    const commit = repository.git(["rev-parse", "HEAD"]).slice(0, 7);
    expect((await run("read", "log", "prompt/Shown")).out).toContain(
      `version 1 was sent from ${commit} prompts/p.yaml, as reported with the key team-write.`,
    );
  });
});

describe("keys in a file", () => {
  const file = join(folder, "keys.json");
  const old = { name: "ci", scope: "read", key: "the-SECRET-old-key-of-a-client" };
  const next = { name: "ci", scope: "write", key: "the-SECRET-new-key-of-a-client" };

  it("are read again on SIGHUP; those before are kept while the file is not valid", async () => {
    writeFileSync(file, JSON.stringify([old]));
    const env = { PROMPTCTL_SERVE_NAMED_KEYS_FILE: "keys.json" };
    const service = await serve(["--store", "f.sqlite"], env);
    const statuses = async (): Promise<number[]> => {
      const replies = [old, next, { key: "wrong" }].map(({ key }) =>
        send("GET", `${api}/tools`, key, { to: service.url }),
      );
      return (await Promise.all(replies)).map(({ status }) => status);
    };
    const reload = async (text: string | undefined, logged: string): Promise<number[]> => {
      if (text === undefined) rmSync(file);
      else writeFileSync(file, text);
      const from = service.log().length;
      service.process.kill("SIGHUP");
      await vi.waitFor(() => expect(service.log().slice(from)).toContain(logged));
      return statuses();
    };
    expect(await statuses()).toEqual([200, 401, 401]);
    const [, cookie] = await logIn(old.key, service.url);
    const pageStatus = async (): Promise<number> =>
      (await send("GET", "/page", undefined, { headers: { cookie }, to: service.url })).status;
    expect(await reload(JSON.stringify([old, next]), '"keys-reloaded","keys":2')).toEqual([
      200, 200, 401,
    ]);
    const kept = "The keys before are kept.";
    const unsendable = JSON.stringify([{ ...next, key: "SECRET-\u2026" }]);
    for (const bad of ["", " \n", "[]", "[{", '[{"key":"SECRET-bad"}]', unsendable, undefined])
      expect(await reload(bad, kept)).toEqual([200, 200, 401]);
    expect(await pageStatus()).toBe(200);
    expect(await reload(JSON.stringify([next]), '"keys-reloaded","keys":1')).toEqual([
      401, 200, 401,
    ]);
    expect(await pageStatus()).toBe(303); // the session of the old key has ended
    expect(service.log()).not.toContain("SECRET");
  });

  it("in an environment variable stay after SIGHUP, and the log says how they could change", async () => {
    const service = await serve(["--store", "g.sqlite"], { PROMPTCTL_SERVE_KEYS: old.key });
    service.process.kill("SIGHUP");
    const said = "The keys are in an environment variable, which is read at the start only.";
    await vi.waitFor(() => expect(service.log()).toContain(said));
    expect(service.log()).toMatch(/"type":"keys-not-reloaded".*set PROMPTCTL_SERVE_KEYS_FILE/);
    const { status } = await send("GET", `${api}/tools`, old.key, { to: service.url });
    expect(status).toBe(200);
  });

  it.each<[string, Record<string, string>, number, RegExp]>([
    [
      "the file is missing",
      { PROMPTCTL_SERVE_KEYS_FILE: "none" },
      1,
      /none of PROMPTCTL_SERVE_KEYS_FILE cannot be read/,
    ],
    [
      "the file is empty",
      { PROMPTCTL_SERVE_KEYS_FILE: "empty" },
      1,
      /empty of PROMPTCTL_SERVE_KEYS_FILE is empty/,
    ],
    [
      "both are set",
      { PROMPTCTL_STORE: "a", PROMPTCTL_STORE_FILE: "b" },
      64,
      /PROMPTCTL_STORE and PROMPTCTL_STORE_FILE are both set/,
    ],
    [
      "a key in a file has an unknown scope",
      { PROMPTCTL_SERVE_NAMED_KEYS_FILE: "bad" },
      64,
      / PROMPTCTL_SERVE_NAMED_KEYS_FILE \(\/.*\/bad\) has a scope that is none of read, run, write in item 1/,
    ],
    [
      "the store in a file is a URL of another database",
      { PROMPTCTL_STORE_FILE: "url" },
      64,
      /The store of PROMPTCTL_STORE_FILE \(\/.*\/url\) cannot be a URL with mysql:\/\//,
    ],
    [
      "the store is a folder",
      { PROMPTCTL_STORE: "." },
      1,
      /The store of PROMPTCTL_STORE is not a file: \/.*\n {2}Name a file/,
    ],
    [
      "the store is a device",
      { PROMPTCTL_STORE: "/dev/null" },
      1,
      /The store of PROMPTCTL_STORE is not a file: \/dev\/null\.\n {2}Name a file/,
    ],
  ])("serve does not start if %s", async (_, env, code, message) => {
    const badKey = [{ name: "a", scope: "admin", key: "SECRET" }];
    const files = {
      empty: "\n",
      bad: JSON.stringify(badKey),
      url: "mysql://SECRET",
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const ended = await runProgramIn(folder, ["serve", "--port", "0"], env);
    expect(ended).toMatchObject({ code, out: "" });
    expect(ended.err).toMatch(message);
    expect(ended.err).not.toContain("SECRET");
  });
});
