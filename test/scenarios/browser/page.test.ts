// The page of the service in Chromium: at the width of a phone and of a desk, light and dark, with and
// without JavaScript, and checked for accessibility with axe.
// Run with `npm run test:long`; needs Chromium. PROMPTCTL_CHROMIUM is its path.
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { originHeaderText } from "../../../src/engine/history/origin-header.ts";
import type { Json } from "../../../src/engine/model/json.ts";
import { listen, type Listening } from "../../../src/service/http/listen.ts";
import { hostileTexts } from "../../laws/hostile/hostile-texts.ts";
import { pageFixture, promptWith } from "../../service/page/page-fixture.ts";
import {
  lacksChromium,
  launchChromium,
  openDetails,
  overflow,
  screens,
  violationsOf,
  watchPage,
} from "./chromium.ts";

const long = `${"A sentence of a long text. ".repeat(40)}${"word".repeat(60)}`;

type Create = (path: string, body: Json) => Promise<string>;

/** A tool, and a prompt with an evaluation and two versions. Returns the id of the prompt. */
async function createPrompt(create: Create, replace: Create, text = long): Promise<string> {
  const tool = await create("tools", {
    name: `t${Math.abs(text.length % 1000)}`,
    description: text,
    parameters: { type: "object", properties: { [text.slice(0, 80)]: { type: "string" } } },
  });
  const body = (first: string): Json =>
    promptWith([first, "{{ticket}}", `{{${text.replace(/[{}]/g, "").slice(0, 80)}}}`], {
      name: text.slice(0, 120),
      tools: [{ toolId: tool }],
    });
  const id = await create("prompts", body(`You help customers of {{company}}. ${text}`));
  await replace(`prompts/${id}`, body(`You help all customers of {{company}}. ${text}`));
  const evaluationId = await create("evaluations", {
    promptId: id,
    variables: { ticket: text, company: "Oakmoor", [text.slice(0, 80)]: null },
    appendedMessages: [{ role: "user", content: [{ type: "TEXT", text: "Where is it?" }] }],
  });
  const assertion = { type: "CONTAINS_ANY", targetValues: [text, "refund"] };
  await create("evaluation-assertions", { evaluationId, ...assertion });
  return id;
}

describe.skipIf(lacksChromium)("the page in Chromium (its path: PROMPTCTL_CHROMIUM)", () => {
  let browser: Browser;
  let open: Listening;
  let closed: Listening;
  let id: string;
  beforeAll(async () => {
    browser = await launchChromium();
    const serve = async (keys: readonly string[]): Promise<[Listening, string]> => {
      const { handler, create, replace } = await pageFixture({ keys });
      const origin = {
        commit: "ab".repeat(20),
        dirty: true,
        path: `prompts/${"long".repeat(60)}.yaml`,
      };
      const headers = { "x-promptctl-origin": originHeaderText(origin) };
      const replaced: Create = async (path, body) => (await replace(path, body, headers), "");
      const prompt = await createPrompt(create, replaced);
      await create("prompts", promptWith(["Hello {{name}}"], { name: "Greeting" }));
      const texts = keys.length === 0 ? hostileTexts("syntax") : [];
      for (const text of [...texts, '"><img src=//evil.example/x onerror=alert(1)>'])
        await createPrompt(create, replaced, text);
      return [await listen({ handler, host: "127.0.0.1", port: 0 }), prompt];
    };
    [open, id] = await serve([]);
    [closed] = await serve(["secret"]);
  });
  afterAll(async () => {
    await browser.close();
    await open.close();
    await closed.close();
  });

  /** A new page; `problems` has requests to other origins, messages of the console and dialogs. */
  async function newPage(
    service: Listening,
    options: BrowserContextOptions = {},
  ): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
    const page = await browser.newPage(options);
    page.setDefaultTimeout(60_000);
    return { page, problems: watchPage(page, (url) => url.startsWith(`${service.url}/`)) };
  }

  const paths = (): string[] => [
    "/",
    "/page?q=customers&sort=changed",
    '/page?q="help+all" customers',
    "/page/tools",
    "/page?q=nothing+has+this",
    `/page/prompts/${id}`,
    `/page/prompts/${id}/versions`,
    `/page/prompts/${id}/versions/2`,
    `/page/prompts/${id}/definition`,
    "/page/prompts/none",
  ];

  it.each(screens)("is accessible and fits at %i pixels, %s", async (width, colorScheme) => {
    const { page, problems } = await newPage(open, {
      viewport: { width, height: 800 },
      colorScheme,
    });
    const check = async (name: string): Promise<void> => {
      await openDetails(page);
      expect([name, await overflow(page), await violationsOf(page)]).toEqual([
        name,
        expect.toSatisfy((pixels: number) => pixels <= 0),
        [],
      ]);
    };
    for (const path of paths()) {
      await page.goto(open.url + path);
      await check(path);
    }
    await page.goto(`${open.url}/page/prompts/${id}`);
    await page.getByRole("button", { name: "Show the request" }).click();
    await check("missing variables");
    await openDetails(page);
    await page.getByRole("link", { name: "Fill in its values" }).click();
    await page.getByRole("button", { name: "Run" }).click();
    await check("reply");
    await page.getByRole("button", { name: "Show the request" }).click();
    await check("request");
    // The console reports the statuses 400 and 404 of the pages that were asked for.
    expect(problems.filter((each) => !/status of 40[04]/.test(each))).toEqual([]);
    await page.close();
  });

  it.each(screens)(
    "its login is accessible and fits at %i pixels, %s",
    async (width, colorScheme) => {
      const { page } = await newPage(closed, { viewport: { width, height: 800 }, colorScheme });
      await page.goto(`${closed.url}/`);
      expect([await overflow(page), await violationsOf(page)]).toEqual([0, []]);
      await page.getByLabel("API key").fill("wrong");
      await page.keyboard.press("Enter");
      expect(await page.getByRole("alert").textContent()).toBe("The API key is not valid.");
      expect([await overflow(page), await violationsOf(page)]).toEqual([0, []]);
      await page.close();
    },
  );

  it.each([true, false])("leads from the login to the logout; JavaScript: %s", async (isOn) => {
    const { page, problems } = await newPage(closed, { javaScriptEnabled: isOn });
    await page.goto(`${closed.url}/page?q=greeting`);
    await page.locator("input[name=key]:focus").waitFor(); // the browser focuses it after the load
    await page.getByLabel("API key").fill("secret");
    await page.getByRole("button", { name: "Log in" }).click();
    expect(page.url()).toBe(`${closed.url}/page?q=greeting`);
    const [cookie] = await page.context().cookies(`${closed.url}/page`);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/page" });
    expect(await page.context().cookies(`${closed.url}/sdk/v1`)).toEqual([]);
    await page.getByLabel(/^Search/).fill("hello");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Greeting" }).click();
    await page.getByLabel("name", { exact: true }).fill("Ann\nLee");
    await page.getByRole("button", { name: "Run" }).click();
    expect(await page.locator("#result").textContent()).toMatch(/This is an echo\.[^]*\[echo\]/);
    expect(await page.getByLabel("name", { exact: true }).inputValue()).toBe("Ann\nLee");
    await page.getByRole("link", { name: "Versions" }).click();
    await page.getByRole("link", { name: "Version 1", exact: true }).click();
    expect(await page.getByRole("heading", { level: 2 }).textContent()).toBe("Version 1");
    await page.getByRole("button", { name: "Log out" }).click();
    expect(page.url()).toBe(`${closed.url}/page/login`);
    await page.goto(`${closed.url}/page`);
    expect(page.url()).toBe(`${closed.url}/page/login?to=%2Fpage`);
    expect(problems).toEqual([]);
    await page.close();
  });

  it("copies a definition with a button that says so", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const { page, problems } = await newPage(open, { permissions });
    await page.goto(`${open.url}/page?q=greeting`);
    await page.getByRole("link", { name: "Greeting" }).click();
    await page.getByRole("link", { name: "YAML definition" }).click();
    await page.getByRole("button", { name: "Copy the definition" }).click();
    await page.getByText("Copied.").waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied).toMatch(/^kind: prompt\nname: Greeting\n[^]*content: Hello \{\{name\}\}\n$/);
    expect(problems).toEqual([]);
    await page.close();
  });

  it("a form that waits for its response is not sent again", async () => {
    const { page } = await newPage(open);
    await page.goto(`${open.url}/page/prompts/${id}`);
    const submit = `document.getElementById("run").dispatchEvent(new SubmitEvent("submit", { cancelable: true }))`;
    expect([await page.evaluate(submit), await page.evaluate(submit)]).toEqual([true, false]);
    await page.close();
  });

  it("is used with the keyboard alone", async () => {
    const { page } = await newPage(open);
    await page.goto(`${open.url}/page`);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("greeting");
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=greeting/);
    await page.getByRole("link", { name: "Greeting" }).focus();
    const outline = "getComputedStyle(document.activeElement).outlineStyle";
    expect(await page.evaluate(outline)).toBe("solid");
    await page.keyboard.press("Enter");
    await page.waitForURL(/prompts\//);
    await page.close();
  });

  it("shows everything without JavaScript, and no button that needs it", async () => {
    const { page } = await newPage(open, { javaScriptEnabled: false });
    await page.goto(`${open.url}/page/prompts/${id}`);
    expect(await page.locator("pre:visible").count()).toBeGreaterThan(3);
    await page.getByRole("link", { name: "YAML definition" }).click();
    expect(await page.locator("pre:visible").count()).toBe(3);
    expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
    await page.close();
  });

  it("hostile texts run nothing and request nothing", async () => {
    const { page, problems } = await newPage(open);
    await page.goto(`${open.url}/page`);
    const links = page.locator("main tbody a");
    const urls = await links.evaluateAll((all) =>
      all.map((each) => (each as unknown as { href: string }).href),
    );
    expect(urls.length).toBeGreaterThan(hostileTexts("syntax").length);
    for (const url of urls) {
      await page.goto(url);
      await openDetails(page);
      for (const part of ["definition", "versions/1"]) await page.goto(`${url}/${part}`);
    }
    for (const text of hostileTexts("syntax"))
      await page.goto(`${open.url}/page?${new URLSearchParams({ q: text })}`);
    expect(problems).toEqual([]);
    await page.close();
  });

  it("a link of another site leads to it after a question, with the session", async () => {
    const { page } = await newPage(closed);
    await page.goto(`${closed.url}/page`);
    await page.getByLabel("API key").fill("secret");
    await page.getByRole("button", { name: "Log in" }).click();
    const link = `<a href="${closed.url}/page?q=greeting">Prompts</a>`;
    const headers = { "content-type": "text/html" };
    const handler = async (): Promise<Response> => new Response(link, { headers });
    const other = await listen({ handler, host: "localhost", port: 0 });
    await page.goto(other.url);
    await page.getByRole("link", { name: "Prompts" }).click();
    expect(await page.getByRole("heading").textContent()).toBe("A link from another site");
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("link", { name: "Continue" }).click();
    expect(await page.getByRole("link", { name: "Greeting" }).count()).toBe(1);
    await page.close();
    await other.close();
  });

  it("no other site shows it in a frame or sends its forms", async () => {
    const { page } = await newPage(open);
    const other = await listen({
      handler: async () =>
        new Response(
          `<iframe src="${open.url}/page"></iframe>
          <form method="post" action="${open.url}/page/prompts/${id}"><button>Go</button></form>`,
          { headers: { "content-type": "text/html" } },
        ),
      host: "127.0.0.1",
      port: 0,
    });
    await page.goto(other.url);
    const frame = page.frames().find((each) => each !== page.mainFrame());
    expect(await frame!.locator(".home").count()).toBe(0);
    const [response] = await Promise.all([
      page.waitForResponse((each) => each.request().method() === "POST"),
      page.getByRole("button", { name: "Go" }).click(),
    ]);
    expect(response.status()).toBe(403);
    await page.close();
    await other.close();
  });
});
