// The routes of the page, and the headers of their responses.
import { describe, expect, it } from "vitest";
import { createMetrics } from "../../../src/service/http/metrics.ts";
import { StoreUnavailable } from "../../../src/service/store/store-failure.ts";
import { attributeOf, findElements, words } from "../../fixtures/html.ts";
import { openTestStore } from "../../fixtures/test-store.ts";
import { pageFixture, promptWith, type Visitor } from "./page-fixture.ts";

const titleOf = (page: string): string => words(findElements(page, "title")[0]!);
const links = (page: string): (string | undefined)[] =>
  findElements(page, "a").map((each) => attributeOf(each, "href"));

describe("the routes", () => {
  it.each(["/", "/page/"])("lead from %s to the list of prompts", async (path) => {
    const visitor = (await pageFixture()).visitor();
    const { status, headers } = await visitor.get(path);
    expect([status, headers.get("location")]).toEqual([302, "/page"]);
    expect(await visitor.get("/page")).toMatchObject({ status: 200 });
  });

  it("keep the search text", async () => {
    const { headers } = await (await pageFixture()).visitor().get("/page/?q=a+b");
    expect(headers.get("location")).toBe("/page?q=a+b");
  });

  it("name the service in the header and the title, with --name", async () => {
    const named = await pageFixture({ serviceName: "production" });
    const { text } = await named.visitor().get("/page");
    expect(titleOf(text)).toBe("Prompts · production · promptctl");
    expect(findElements(text, "strong").map(words)).toEqual(["production"]);
    const unnamed = await (await pageFixture()).visitor().get("/page");
    expect(titleOf(unnamed.text)).toBe("Prompts · promptctl");
    expect(findElements(unnamed.text, "strong")).toEqual([]);
  });

  it.each([
    [{ environment: "staging" }, "staging"],
    [{ environment: "staging", serviceName: "Staging (Oslo)" }, "Staging (Oslo)"],
  ])("name it with %j", async (settings, name) => {
    const { text } = await (await pageFixture(settings)).visitor().get("/page");
    expect(findElements(text, "strong").map(words)).toEqual([name]);
  });

  it("without the page, / is no endpoint", async () => {
    const { handler } = await pageFixture({ page: undefined as never });
    for (const path of ["/", "/page"]) {
      const response = await handler(new Request(`http://localhost${path}`));
      expect([response.status, await response.json()]).toEqual([
        404,
        { error: `There is no endpoint at ${path}.` },
      ]);
    }
  });

  it.each([
    ["/page/else", "There is no page at this address."],
    ["/page/files/none.css", "There is no page at this address."],
    ["/page/prompts/none", 'There is no prompt with id "none".'],
    ["/page/prompts/none/definition", 'There is no prompt with id "none".'],
    ["/page/prompts/none/versions", 'There is no prompt with id "none".'],
    ["/page/prompts/none/versions/1", 'There is no prompt with id "none".'],
  ])("%s is a 404 as a page", async (path, message) => {
    const { status, text } = await (await pageFixture()).visitor().get(path);
    expect([status, titleOf(text)]).toEqual([404, "Not found · promptctl"]);
    expect(words(findElements(text, "main")[0]!)).toBe(`Not found ${message} All prompts`);
  });

  it("unknown paths of the service are JSON as before", async () => {
    const { status, headers } = await (await pageFixture()).visitor().get("/other");
    expect([status, headers.get("content-type")]).toEqual([404, "application/json"]);
  });

  it("a store that fails is a page with status 503 and Retry-After", async () => {
    const failing = {
      ...(await openTestStore()),
      list: () => Promise.reject(new StoreUnavailable("postgres://db", "connection refused")),
    };
    const causes: unknown[] = [];
    const fixture = await pageFixture({ store: failing, onFailure: (each) => causes.push(each) });
    const { status, headers, text } = await fixture.visitor().get("/page");
    expect([status, headers.get("retry-after"), causes.length]).toEqual([503, "1", 1]);
    expect(text).toContain("The database of the service is not available.");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("are counted by their pattern", async () => {
    const store = await openTestStore();
    const metrics = createMetrics(store);
    const { visitor, create } = await pageFixture({ store, metrics });
    const id = await create("prompts", promptWith(["Hello"]));
    const { get } = visitor();
    for (const path of ["/", "/page", `/page/prompts/${id}`, "/page/prompts/x", "/page/nowhere"])
      await get(path);
    const [style] = findElements((await get("/page")).text, "link");
    await get(attributeOf(style!, "href")!);
    const counted = (await (await metrics.respond()).text())
      .split("\n")
      .filter((line) => line.includes("duration_seconds_count{") && line.includes('"GET"'))
      .map((line) => /route="([^"]*)",status="(\d+)"\} (\d+)/.exec(line)?.slice(1).join(" "));
    expect(counted.sort()).toEqual([
      "/ 302 1",
      "/page 200 2",
      "/page/files/:name 200 1",
      "/page/prompts/:id 200 1",
      "/page/prompts/:id 404 1",
      "other 404 1",
    ]);
  });
});

describe("the headers", () => {
  const expected = {
    "content-security-policy":
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
  };
  const all = ({ headers }: { readonly headers: Headers }): Record<string, string | null> =>
    Object.fromEntries(Object.keys(expected).map((name) => [name, headers.get(name)]));

  it("of every kind of response forbid other content, frames and caches", async () => {
    const open = await pageFixture();
    const id = await open.create("prompts", promptWith(["Hello"]));
    const closed = await pageFixture({ keys: ["secret"] });
    const inside = open.visitor();
    const outside = closed.visitor();
    const responses = [
      await inside.get("/page"),
      await inside.get(`/page/prompts/${id}`),
      await inside.get(`/page/prompts/${id}/definition`),
      await inside.get("/page/none"),
      await inside.post(`/page/prompts/${id}`, { action: "run" }),
      await inside.post(`/page/prompts/${id}`, { token: "wrong" }),
      await inside.get("/page", { "sec-fetch-site": "cross-site" }),
      await inside.get("/page", { host: "evil.example" }),
      await outside.get("/page"),
      await outside.get("/page/login"),
      await outside.post("/page/login", { key: "wrong" }),
      await outside.logIn("secret"),
    ];
    expect(responses.map(({ status }) => status)).toEqual([
      200, 200, 200, 404, 200, 403, 403, 403, 303, 200, 401, 303,
    ]);
    expect(responses.map(all)).toEqual(responses.map(() => expected));
  });

  it("of the style and the script allow caching, because their names have a digest", async () => {
    const visitor: Visitor = (await pageFixture({ keys: ["secret"] })).visitor();
    const { text } = await visitor.get("/page/login");
    const paths = [
      ...findElements(text, "link").map((each) => attributeOf(each, "href")!),
      ...findElements(text, "script").map((each) => attributeOf(each, "src")!),
    ];
    expect(paths).toHaveLength(3);
    for (const path of paths) {
      const { status, headers } = await visitor.get(path);
      expect([status, headers.get("cache-control"), headers.get("set-cookie")]).toEqual([
        200,
        "public, max-age=31536000, immutable",
        null,
      ]);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });
});

it("every page has a title, one main heading and a link that skips to the content", async () => {
  const { visitor, create } = await pageFixture();
  const id = await create("prompts", promptWith(["Hello {{name}}"]));
  const { get } = visitor();
  const titles = [
    ["/page", "Prompts · promptctl"],
    ["/page?q=hello", 'Prompts with "hello" · promptctl'],
    [`/page/prompts/${id}`, "Support triage · promptctl"],
    [`/page/prompts/${id}/versions`, "Support triage: versions · promptctl"],
    [`/page/prompts/${id}/versions/1`, "Support triage: version 1 · promptctl"],
    [`/page/prompts/${id}/definition`, "Support triage: YAML definition · promptctl"],
  ] as const;
  for (const [path, title] of titles) {
    const { text } = await get(path);
    expect(titleOf(text)).toBe(title);
    expect(findElements(text, "h1")).toHaveLength(1);
    expect(links(text)[0]).toBe("#main");
    const inline = [
      ...findElements(text, "style"),
      ...findElements(text, "script").filter((each) => words(each)),
    ];
    expect(inline).toEqual([]);
  }
});
