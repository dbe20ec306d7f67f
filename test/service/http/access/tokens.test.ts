// Tokens of CI in place of API keys, against an issuer on loopback.
import { createHmac } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApiKeys } from "../../../../src/service/http/access/api-keys.ts";
import { openStore } from "../../../../src/service/open-store.ts";
import type { TokenRule } from "../../../../src/service/http/access/token-rules.ts";
import { createTokens } from "../../../../src/service/http/access/tokens.ts";
import { memoryService } from "../../../fixtures/memory-service.ts";
import { toolBody } from "../../../scenarios/contract/bodies.ts";

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

const hour = 60 * 60;
const start = 1_800_000_000; // seconds
let now = start;
let keys: Record<string, KeyPair>;
let issuer = "";
let requests: string[] = [];
/** The ids of the keys that the issuer has at present. */
let published: string[] = [];
let answer: RequestListener | undefined;

const server = createServer((request, response) => {
  requests.push(request.url!);
  if (answer) return answer(request, response);
  if (request.url!.endsWith("/openid-configuration"))
    return response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }));
  const own = published.map(async (kid) => ({
    ...(await exportJWK(keys[kid]!.publicKey)),
    kid,
    alg: "RS256",
    use: "sig",
  }));
  return void Promise.all(own).then((set) => response.end(JSON.stringify({ keys: set })));
});

beforeAll(async () => {
  const pair = () => generateKeyPair("RS256", { extractable: true });
  keys = { one: await pair(), two: await pair(), other: await pair() };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  [now, requests, published, answer] = [start, [], ["one"], undefined];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const audience = "https://prompts.example.com";
const claims = {
  repository_id: "74",
  repository: "octo/shop",
  ref: "refs/heads/main",
  event_name: "push",
  sha: "3f2a91c".padEnd(40, "0"),
  run_id: "900",
};

const rule = (more: Partial<TokenRule> = {}): TokenRule => ({
  issuer,
  audience,
  name: "ci-apply",
  scope: "write",
  claims: { repository_id: ["74"], ref: ["refs/heads/main"] },
  ...more,
});

interface Signing {
  readonly payload?: JWTPayload;
  readonly without?: string;
  readonly kid?: string | undefined;
  readonly key?: string;
}

/** A token that the rule accepts, with changes. */
function token({ payload = {}, without = "", kid = "one", key = "one" }: Signing = {}) {
  const all: JWTPayload = {
    iss: issuer,
    aud: audience,
    iat: now,
    nbf: now - 5,
    exp: now + 300,
    ...claims,
    ...payload,
  };
  delete all[without];
  return new SignJWT(all).setProtectedHeader({ alg: "RS256", kid }).sign(keys[key]!.privateKey);
}

async function service(rules: readonly TokenRule[] = [rule()], timeoutMs = 5_000) {
  const time = { now: () => now * 1000, time: () => new Date(now * 1000) };
  const tokens = createTokens(rules, { fetch, ...time, timeoutMs });
  const reasons: unknown[] = [];
  const { handler } = await memoryService({
    keys: createApiKeys([], tokens),
    requestLog: async (context, next) => {
      await next();
      reasons.push(context.get("reason"));
    },
  });
  const send = async (text: string, init: RequestInit = {}, path = "tools") => {
    const headers = { "x-api-key": text, "content-type": "application/json", ...init.headers };
    const request = new Request(`http://localhost/sdk/v1/${path}`, { ...init, headers });
    const added = new Headers();
    const setHeader = (name: string, value: string): void => added.set(name, value);
    const response = await handler(request, { setHeader });
    return {
      scope: added.get("promptctl-key-scope"),
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    };
  };
  return { send, reasons, tokens };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("a token", () => {
  it.each<[string, Signing, string | undefined]>([
    ["that is valid", {}, undefined],
    ["that has ended", { payload: { exp: start - 1 } }, "exp"],
    ["without exp", { without: "exp" }, "exp"],
    ["without iat", { without: "iat" }, "iat"],
    ["that is not yet valid", { payload: { nbf: start + 100 } }, "nbf"],
    ["from the near future", { payload: { iat: start + 59 } }, undefined],
    ["from the future", { payload: { iat: start + 61 } }, "iat"],
    ["for a day", { payload: { exp: start + 24 * hour } }, undefined],
    ["for more than a day", { payload: { exp: start + 24 * hour + 1 } }, "exp"],
    ["for ten years", { payload: { exp: start + 10 * 365 * 24 * hour } }, "exp"],
    ["for another audience", { payload: { aud: "https://other.example" } }, "aud"],
    ["for a list of audiences", { payload: { aud: [audience] } }, "aud"],
    ["without an audience", { without: "aud" }, "aud"],
    ["of another repository", { payload: { repository_id: "75" } }, "repository_id"],
    ["with a number as id", { payload: { repository_id: 74 } }, "repository_id"],
    ["of a tag with the name of the branch", { payload: { ref: "refs/tags/main" } }, "ref"],
    ["of a pull request", { payload: { event_name: "pull_request" } }, "event_name"],
    ["of pull_request_target", { payload: { event_name: "pull_request_target" } }, "event_name"],
    ["of a comment", { payload: { event_name: "issue_comment" } }, "event_name"],
    ["of workflow_run", { payload: { event_name: "workflow_run" } }, "event_name"],
  ])("%s", async (_, signing, failed) => {
    const { send, reasons } = await service();
    const response = await send(await token(signing));
    if (failed === undefined) return expect([response.status, response.text]).toEqual([200, "[]"]);
    expect([response.status, JSON.parse(response.text)]).toEqual([
      401,
      { error: `The claim ${failed} of the token in the header X-API-KEY is not accepted.` },
    ]);
    expect(reasons).toEqual([`token-claim ${failed}`]);
  });

  it("whose signature does not hold has only a reason in the log", async () => {
    const { send, reasons } = await service();
    const none = `${encoded({ alg: "none", kid: "one" })}.${encoded({ iss: issuer, ...claims })}.`;
    const head = encoded({ alg: "HS256", kid: "one" });
    const body = encoded({ iss: issuer, aud: audience, iat: now, exp: now + 300, ...claims });
    const publicKey = await exportSPKI(keys["one"]!.publicKey);
    const mac = createHmac("sha256", publicKey).update(`${head}.${body}`).digest("base64url");
    const withoutKid = await new SignJWT({ iss: issuer })
      .setProtectedHeader({ alg: "RS256" })
      .sign(keys["one"]!.privateKey);
    const valid = await token();
    for (const [text, reason] of [
      [none, "token-algorithm"],
      [`${head}.${body}.${mac}`, "token-algorithm"],
      [await token({ key: "other" }), "token-signature"],
      [`${valid.slice(0, -8)}AAAAAAAA`, "token-signature"],
      [await token({ kid: "unknown" }), "token-unknown-key"],
      [withoutKid, "token-without-kid"],
      [await token({ payload: { iss: "https://other.example" } }), "token-issuer"],
      [await token({ payload: { long: "x".repeat(9_000) } }), "token-too-long"],
      ["a.b.c", "token-malformed"],
    ] as const) {
      const { status, text: response } = await send(text);
      expect([status, JSON.parse(response), reasons.pop()]).toEqual([
        401,
        { error: "The token in the header X-API-KEY is not valid." },
        reason,
      ]);
    }
  });

  it("a text that is no token is a wrong key", async () => {
    const { send } = await service();
    expect((await send("no-token")).text).toContain("The API key in the header");
    expect(requests).toEqual([]);
  });
});

describe("rules", () => {
  const plan = { name: "ci-plan", scope: "read", claims: { repository_id: ["74"] } } as const;

  it("the widest scope of all matching rules counts, in each order", async () => {
    for (const rules of [
      [rule(), rule(plan)],
      [rule(plan), rule()],
    ]) {
      const { send } = await service(rules);
      expect((await send(await token())).scope).toBe("write");
      const other = await token({ payload: { ref: "refs/heads/x" } });
      expect(await send(other)).toMatchObject({ status: 200, scope: "read" });
    }
  });

  it.each<[string, TokenRule["claims"], JWTPayload, boolean]>([
    ["a list", { ref: ["a", "refs/heads/main"] }, {}, true],
    [
      "a folder of branches",
      { ref: ["refs/heads/release/*"] },
      { ref: "refs/heads/release/1" },
      true,
    ],
    ["the folder itself", { ref: ["refs/heads/release/*"] }, { ref: "refs/heads/release/" }, false],
    ["a star in another claim", { repository: ["octo/*"] }, {}, false],
    ["a named event", { event_name: ["pull_request"] }, { event_name: "pull_request" }, true],
    ["another named event", { event_name: ["push"] }, { event_name: "pull_request" }, false],
    ["the file of a caller", { workflow_ref: ["f@main"] }, { job_workflow_ref: "f@main" }, false],
    ["a called file", { job_workflow_ref: ["f@main"] }, { job_workflow_ref: "f@main" }, true],
  ])("%s", async (_, more, payload, isAccepted) => {
    const { send } = await service([rule({ claims: { repository_id: ["74"], ...more } })]);
    expect((await send(await token({ payload }))).status).toBe(isAccepted ? 200 : 401);
  });

  it.each<[string, JWTPayload, boolean]>([
    ["a protected branch", {}, true],
    ["another branch", { ref_protected: "false" }, false],
    ["a tag with its name", { ref_type: "tag" }, false],
    ["a merge request", { pipeline_source: "merge_request_event" }, false],
  ])("GitLab: %s", async (_, payload, isAccepted) => {
    const gitlab = { project_id: ["5"], ref: ["main"], ref_protected: ["true"] };
    const { send } = await service([rule({ claims: gitlab })]);
    const own = { project_id: "5", ref: "main", ref_type: "branch", ref_protected: "true" };
    expect((await send(await token({ payload: { ...own, ...payload } }))).status).toBe(
      isAccepted ? 200 : 401,
    );
  });

  it.each<[string, JWTPayload, object | null]>([
    ["GitHub", {}, { repository: "octo/shop", commit: claims.sha, runId: "900" }],
    ["GitHub, without the claim repository", { repository: undefined }, null],
    [
      "GitLab",
      {
        repository: undefined,
        project_path: "octo/group/shop",
        sha: "ab".repeat(20),
        pipeline_id: "77",
      },
      { repository: "octo/group/shop", commit: "ab".repeat(20), runId: "77" },
    ],
  ])(
    "the run that a token of %s proves is kept with versions and deletions",
    async (_, payload, run) => {
      const { send } = await service();
      const text = await token({ payload });
      const created = await send(text, { method: "POST", body: JSON.stringify(toolBody) });
      const { id } = JSON.parse(created.text) as { id: string };
      const written = { keyName: "ci-apply", verifiedRun: run };
      const versions = await send(text, {}, `tools/${id}/versions`);
      expect(JSON.parse(versions.text)).toMatchObject([{ number: 1, ...written }]);
      expect((await send(text, { method: "DELETE" }, `tools/${id}`)).status).toBe(200);
      const deletions = await send(text, {}, "deletions/tools");
      expect(JSON.parse(deletions.text)).toMatchObject([{ id, ...written }]);
    },
  );

  it("without static keys, a local request without a token has no access", async () => {
    const { send } = await service();
    expect((await send("")).status).toBe(401);
  });

  it("a later token of the same rule repeats a create of the first", async () => {
    const store = await openStore(":memory:");
    const time = { now: () => now * 1000, time: () => new Date(now * 1000) };
    const { handler } = await memoryService({
      store,
      keys: createApiKeys([], createTokens([rule()], { fetch, ...time })),
      now: () => now * 1000,
    });
    const create = async (text: string): Promise<string> => {
      const headers = {
        "x-api-key": text,
        "content-type": "application/json",
        "idempotency-key": "k1",
      };
      const init = { method: "POST", headers, body: JSON.stringify(toolBody) };
      return (await handler(new Request("http://localhost/sdk/v1/tools", init))).text();
    };
    const first = await create(await token());
    now += 400; // the first token has ended
    expect(await create(await token())).toBe(first);
    await store.close();
  });
});

describe("the keys of the issuer", () => {
  it("are read once for many requests, and again for a key that is new", async () => {
    const { send } = await service();
    for (let count = 0; count < 20; count += 1)
      expect((await send(await token())).status).toBe(200);
    expect(requests).toEqual(["/.well-known/openid-configuration", "/keys"]);
    published = ["one", "two"];
    now += 11;
    expect((await send(await token({ kid: "two", key: "two" }))).status).toBe(200);
    expect(requests).toHaveLength(4);
  });

  it("10,000 wrong tokens cause one load in 10 seconds", async () => {
    const { tokens } = await service();
    const text = await token({ kid: "unknown" });
    for (let count = 0; count < 10_000; count += 1)
      expect(await tokens.verify(text)).toMatchObject({ is: "refused" });
    expect(requests).toHaveLength(2);
  });

  it("old ones serve for a day while the issuer is down, then the response is 503", async () => {
    const { send, reasons } = await service();
    expect((await send(await token())).status).toBe(200);
    answer = (_request, response) => void response.writeHead(500).end();
    now += 23 * hour;
    expect((await send(await token())).status).toBe(200);
    now += hour;
    const late = await send(await token());
    expect([late.status, late.headers.get("retry-after")]).toEqual([503, "1"]);
    answer = undefined;
    now += 11;
    expect((await send(await token())).status).toBe(200);
    expect(reasons).toHaveLength(4);
  });

  it.each<[string, RequestListener]>([
    ["is down", (request) => void request.socket.destroy()],
    ["never answers", () => {}],
    [
      "redirects",
      (_request, response) => void response.writeHead(302, { location: `${issuer}/keys` }).end(),
    ],
    [
      "names another issuer",
      (_request, response) =>
        void response.end(JSON.stringify({ issuer: "https://x", jwks_uri: `${issuer}/keys` })),
    ],
    [
      "has its keys elsewhere",
      (_request, response) =>
        void response.end(JSON.stringify({ issuer, jwks_uri: "https://x.example/keys" })),
    ],
    ["sends no JSON", (_request, response) => void response.end("<html>")],
    [
      "never stops sending",
      (_request, response) => {
        const more = (): void => {
          while (!response.destroyed && response.write(" ".repeat(16_384)));
        };
        response.on("drain", more);
        more();
      },
    ],
  ])(
    "an issuer that %s is asked once in 10 seconds, and the response is 503",
    async (name, given) => {
      answer = given;
      const { send } = await service([rule()], name === "never answers" ? 3_000 : 30_000);
      const text = await token();
      const all = await Promise.all(Array.from({ length: 20 }, () => send(text)));
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([503]));
      expect((await send(text)).status).toBe(503);
      expect(requests).toEqual(["/.well-known/openid-configuration"]);
    },
  );
});
