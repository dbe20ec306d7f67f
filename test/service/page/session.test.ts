// Who has access to the page: logins, sessions, and forms of other sites.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sessionLifetimeMs } from "../../../src/service/page/frame/visit.ts";
import { attributeOf, findElements, words } from "../../fixtures/html.ts";
import { openTestStore } from "../../fixtures/test-store.ts";
import { serveIssuer } from "../../fixtures/token-issuer.ts";
import { origin, pageFixture, promptWith, type PageResponse, visitorOf } from "./page-fixture.ts";

const alertIn = ({ text }: PageResponse): string | undefined =>
  findElements(text, "p")
    .filter((each) => attributeOf(each, "role") === "alert")
    .map(words)[0];

describe("with an API key, the page", () => {
  it("leads to a login form, and from there to the page that was asked for", async () => {
    const visitor = (await pageFixture({ keys: ["secret"] })).visitor();
    const first = await visitor.get("/page?q=refund%20%26%20more");
    const to = "/page/login?to=%2Fpage%3Fq%3Drefund%2520%2526%2520more";
    expect([first.status, first.headers.get("location")]).toEqual([303, to]);
    const { text } = await visitor.get(to);
    const key = findElements(text, "input").find((each) => attributeOf(each, "name") === "key");
    expect(["type", "autocomplete", "id"].map((name) => attributeOf(key!, name))).toEqual([
      "password",
      "current-password",
      "key",
    ]);
    expect(findElements(text, "label").map((each) => attributeOf(each, "for"))).toEqual(["key"]);
    const login = await visitor.post("/page/login", {
      key: "secret",
      to: "/page?q=refund%20%26%20more",
    });
    expect([login.status, login.headers.get("location")]).toEqual([
      303,
      "/page?q=refund%20%26%20more",
    ]);
    expect(await visitor.get("/page?q=refund%20%26%20more")).toMatchObject({ status: 200 });
  });

  it.each([
    "https://evil.example/page",
    "//evil.example/page",
    "/sdk/v1/tools",
    "/pages",
    "javascript:alert(1)",
    "/page/../sdk/v1/tools",
    "/\\evil.example",
    "/page/logout",
    "/page/login?to=/page",
    "",
  ])("never leads to %j after the login", async (to) => {
    const visitor = (await pageFixture({ keys: ["secret"] })).visitor();
    await visitor.get(`/page/login?to=${encodeURIComponent(to)}`);
    const { status, headers } = await visitor.post("/page/login", { key: "secret", to });
    expect([status, headers.get("location")]).toEqual([303, "/page"]);
  });

  it.each([
    ["the second key", "two", 303],
    ["a key with characters outside ASCII", "k\u00e9y", 303],
    ["a wrong key", "three", 401],
    ["a prefix of a key", "on", 401],
    ["an empty key", "", 401],
    ["the digest of a key", createHash("sha256").update("one").digest("hex"), 401],
  ])("%s: %s is a %i", async (_name, key, status) => {
    const visitor = (await pageFixture({ keys: ["one", "two", "k\u00e9y"] })).visitor();
    const login = await visitor.logIn(key);
    expect(login.status).toBe(status);
    if (status === 401) expect(alertIn(login)).toBe("The API key is not valid.");
    expect((await visitor.get("/page")).status).toBe(status === 401 ? 303 : 200);
  });

  it("has a session whose cookie is a random id, only for the page, and no key anywhere", async () => {
    const { visitor, store } = await pageFixture({ keys: ["SECRET-KEY"] });
    const visits = [visitor(), visitor()];
    const logins = [await visits[0]!.logIn("SECRET-KEY"), await visits[1]!.logIn("SECRET-KEY")];
    for (const { headers } of logins)
      expect(headers.get("set-cookie")).toMatch(
        /^promptctl_session_4100=[\w-]{43}; Max-Age=43200; Path=\/page; HttpOnly; SameSite=Strict$/,
      );
    expect(visits[0]!.cookie).not.toBe(visits[1]!.cookie);
    const pages = [await visits[0]!.get("/page"), await visits[0]!.get("/page/login"), ...logins];
    for (const { text, headers } of pages)
      expect(text + JSON.stringify([...headers])).not.toContain("SECRET-KEY");
    const digest = createHash("sha256").update(visits[0]!.cookie!).digest("hex");
    expect(await store.findSession(digest, Date.now())).toBe(
      createHash("sha256").update("SECRET-KEY").digest("hex"),
    );
    expect(await store.findSession(visits[0]!.cookie!, Date.now())).toBeUndefined();
  });

  it.each([
    [{}, false],
    [{ "x-forwarded-proto": "https" }, true],
    [{ "x-forwarded-proto": "https, http" }, true],
    [{ "x-forwarded-proto": "http" }, false],
    [{ "x-forwarded-proto": "evil" }, false],
  ])("with the headers %j, the cookie is Secure: %s", async (headers, isSecure) => {
    const visitor = (await pageFixture({ keys: ["secret"] })).visitor();
    const response = await visitor.get("/page/login", headers as Record<string, string>);
    expect(/; Secure/.test(response.headers.get("set-cookie")!)).toBe(isSecure);
    const login = await visitor.post(
      "/page/login",
      { key: "secret" },
      { ...headers, origin: isSecure ? origin.replace("http:", "https:") : origin },
    );
    expect(login.status).toBe(303);
    expect(/; Secure/.test(login.headers.get("set-cookie")!)).toBe(isSecure);
  });

  it("gives a new id at the login, so that an id from before has no access", async () => {
    const { visitor, handler } = await pageFixture({ keys: ["secret"] });
    const victim = visitor();
    const attacker = visitorOf(handler);
    await attacker.get("/page/login");
    victim.cookie = attacker.cookie;
    await victim.logIn("secret");
    expect(victim.cookie).not.toBe(attacker.cookie);
    expect((await victim.get("/page")).status).toBe(200);
    expect((await attacker.get("/page")).status).toBe(303);
  });

  it("ends a session after 12 hours", async () => {
    let time = 1_000_000;
    const visitor = (await pageFixture({ keys: ["secret"], now: () => time })).visitor();
    await visitor.logIn("secret");
    time += sessionLifetimeMs - 1;
    expect((await visitor.get("/page")).status).toBe(200);
    time += 1;
    expect((await visitor.get("/page")).status).toBe(303);
  });

  it("refuses a session whose key is no longer configured", async () => {
    const store = await openTestStore();
    const before = await pageFixture({ keys: ["old", "new"], store });
    const after = await pageFixture({ keys: ["new"], store });
    for (const [key, status] of [
      ["old", 303],
      ["new", 200],
    ] as const) {
      const visitor = before.visitor();
      await visitor.logIn(key);
      const later = visitorOf(after.handler);
      later.cookie = visitor.cookie;
      expect((await later.get("/page")).status).toBe(status);
    }
  });

  it("ends a session with Log out, also for a copy of the cookie", async () => {
    const { visitor, handler } = await pageFixture({ keys: ["secret"] });
    const own = visitor();
    await own.logIn("secret");
    await own.get("/page");
    const copy = visitorOf(handler);
    copy.cookie = own.cookie;
    const { status, headers } = await own.post("/page/logout", {});
    expect([status, headers.get("location")]).toEqual([303, "/page/login"]);
    expect(own.cookie).not.toBe(copy.cookie);
    expect([(await own.get("/page")).status, (await copy.get("/page")).status]).toEqual([303, 303]);
  });

  it("does not run anything without a session", async () => {
    const { visitor, create } = await pageFixture({ keys: ["secret"] });
    const id = await create("prompts", promptWith(["Hello"]));
    const outside = visitor();
    await outside.get("/page/login");
    const response = await outside.post(`/page/prompts/${id}`, { action: "run" });
    expect([response.status, alertIn(response)]).toEqual([401, "The form was not sent."]);
    const login = findElements(response.text, "a").find((each) => words(each).startsWith("Log in"));
    expect([attributeOf(login!, "href"), attributeOf(login!, "target")]).toEqual([
      "/page/login",
      "_blank",
    ]);
  });

  it("a second login of a browser ends its first session", async () => {
    const { visitor, handler } = await pageFixture({ keys: ["secret"] });
    const own = visitor();
    await own.logIn("secret");
    const first = visitorOf(handler);
    first.cookie = own.cookie;
    await own.get("/page"); // has the token of its forms
    await own.post("/page/login", { key: "secret", to: "/page" });
    expect([(await own.get("/page")).status, (await first.get("/page")).status]).toEqual([
      200, 303,
    ]);
  });

  it("accepts no X-API-KEY, and the interface no cookie", async () => {
    const { visitor, handler } = await pageFixture({ keys: ["secret"] });
    const own = visitor();
    expect((await own.get("/page", { "x-api-key": "secret" })).status).toBe(303);
    await own.logIn("secret");
    const headers = { cookie: `promptctl_session_4100=${own.cookie}` };
    const response = await handler(new Request(`${origin}/sdk/v1/tools`, { headers }));
    expect(response.status).toBe(401);
  });
});

describe("without an API key, the page", () => {
  it("has no login", async () => {
    const visitor = (await pageFixture()).visitor();
    const { status, headers } = await visitor.get("/page/login?to=/page%3Fq%3Da");
    expect([status, headers.get("location")]).toEqual([303, "/page?q=a"]);
    expect((await visitor.get("/page")).text).not.toContain("Log out");
  });

  it("is only for this computer", async () => {
    const response = await (await pageFixture()).visitor().get("/page", { host: "evil.example" });
    expect([response.status, alertIn(response)]).toEqual([
      403,
      "No API key is set: this service accepts only the hosts localhost, 127.0.0.1 and [::1].",
    ]);
  });
});

describe.each([
  ["with an API key", ["secret"]],
  ["without an API key", []],
])("%s, a form", (_name, keys) => {
  async function opened() {
    const { visitor, create, handler } = await pageFixture({ keys });
    const id = await create("prompts", promptWith(["Hello", "Hi"]));
    const own = visitor();
    if (keys.length > 0) await own.logIn("secret");
    const path = `/page/prompts/${id}`;
    await own.get(path);
    return { own, path, visitor, handler };
  }

  it.each<[string, string | undefined, number]>([
    ["the own origin", origin, 200],
    ["no Origin", undefined, 403],
    ["Origin: null", "null", 403],
    ["another site", "https://evil.example", 403],
    ["another port", "http://localhost:4101", 403],
    ["no port", "http://localhost", 403],
    ["another scheme", "https://localhost:4100", 403],
    ["a longer host", "http://localhost:4100.evil.example", 403],
    ["two origins", `${origin} https://evil.example`, 403],
  ])("from %s: %s is a %i", async (_case, from, status) => {
    const { own, path } = await opened();
    const response = await own.post(path, { action: "run" }, { origin: from });
    expect(response.status).toBe(status);
    if (status === 403) expect(alertIn(response)).toContain(`not sent from a page at ${origin}`);
  });

  it("needs the token of this browser", async () => {
    const { own, path, visitor } = await opened();
    const other = visitor();
    if (keys.length > 0) await other.logIn("secret");
    const foreign = /name="token" value="([^"]*)"/.exec((await other.get(path)).text)![1]!;
    for (const token of ["", "wrong", foreign, own.cookie!]) {
      const response = await own.post(path, { action: "run", token });
      expect([response.status, alertIn(response)]).toEqual([
        403,
        "The form is out of date. Open the page again, then send the form again.",
      ]);
    }
    await own.get(path);
    expect((await own.post(path, { action: "run" })).status).toBe(200);
  });

  it("with a cookie that the page did not set gets a new one", async () => {
    const { own, path } = await opened();
    own.cookie = "x";
    await own.get(keys.length > 0 ? "/page/login" : path);
    expect(own.cookie).toMatch(/^[\w-]{43}$/);
  });

  it("must be URL-encoded", async () => {
    const { own, path } = await opened();
    const types = ["application/json", "text/plain", "multipart/form-data; boundary=x", undefined];
    for (const type of types) {
      const response = await own.post(path, { action: "run" }, { "content-type": type });
      expect(response.status).toBe(400);
    }
  });

  it("has at most 10,000 fields", async () => {
    const { own, path } = await opened();
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`f${index}`, ""]),
    );
    expect((await own.post(path, many)).status).toBe(413);
  });

  it("cannot log out for another site", async () => {
    const { own, handler } = await opened();
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const response = await visitorOf(handler).post("/page/logout", {}, headers);
    expect([response.status, response.headers.get("set-cookie")]).toEqual([403, null]);
    expect((await own.post("/page/logout", {}, headers)).status).toBe(403);
  });
});

it("the login form needs the own origin and the token too", async () => {
  const { visitor } = await pageFixture({ keys: ["secret"] });
  const own = visitor();
  await own.get("/page/login");
  const fields = { key: "secret" };
  expect((await own.post("/page/login", fields, { origin: "null" })).status).toBe(403);
  expect((await own.post("/page/login", { ...fields, token: "x" })).status).toBe(403);
  expect((await own.post("/page/login", fields)).status).toBe(303);
});

it("a token of CI is no login, and reads no page", async () => {
  await using issuer = await serveIssuer();
  const audience = "https://prompts.example.com";
  const tokens = issuer.accepting(audience);
  const { visitor, handler } = await pageFixture({ keys: ["secret"], tokens });
  const token = await issuer.give(audience);
  const headers = { "x-api-key": token };
  const list = await handler(new Request(`${origin}/sdk/v1/tools`, { headers }));
  expect(list.status).toBe(200);
  const own = visitor();
  await own.get("/page/login");
  expect((await own.post("/page/login", { key: token })).status).toBe(401);
  expect((await own.get("/page", headers)).status).toBe(303);
});

it("while the service has only rules for tokens, says that nobody can log in", async () => {
  await using issuer = await serveIssuer();
  const { handler } = await pageFixture({
    tokens: issuer.accepting("https://prompts.example.com"),
  });
  const own = visitorOf(handler);
  const { status, headers } = await own.get("/page");
  expect([status, headers.get("location")]).toEqual([303, "/page/login?to=%2Fpage"]);
  const login = await own.get("/page/login?to=%2Fpage");
  expect([login.status, findElements(login.text, "form"), alertIn(login)]).toEqual([
    403,
    [],
    "This page needs an API key, and the service has none: it accepts only tokens of CI.",
  ]);
});

it.each(["cross-site", "same-site"])("a %s link leads to a page that asks first", async (site) => {
  const { visitor, create } = await pageFixture();
  const id = await create("prompts", promptWith(["SECRET-TEXT"]));
  const { status, text, headers } = await visitor().get(`/page/prompts/${id}?evaluation=%22%3E`, {
    "sec-fetch-site": site,
  });
  expect([status, text.includes("SECRET-TEXT")]).toEqual([403, false]);
  // Browsers keep the cookie from other sites: a new one would replace that of the session.
  expect(headers.get("set-cookie")).toBeNull();
  const link = findElements(text, "a").find((each) => words(each) === "Continue");
  expect(attributeOf(link!, "href")).toBe(`/page/prompts/${id}?evaluation=%22%3E`);
});
