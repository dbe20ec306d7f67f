// The HTML report of promptctl test in Chromium: from a file, at the width of a phone and of a desk,
// light and dark, with the keyboard, and checked for accessibility with axe.
// Run with `npm run test:long`; needs Chromium. PROMPTCTL_CHROMIUM is its path.
import { existsSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testHtml } from "../../../src/views/test-html.ts";
import { hostileTexts } from "../../laws/hostile/hostile-texts.ts";
import { type Folder, folderOf } from "../../io/folder.ts";
import {
  caseOf,
  everyCase,
  hostileResult,
  replyOf,
  sideOf,
  trialOf,
} from "../../views/test-result.ts";

const executablePath = [
  process.env["PROMPTCTL_CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
].find((path) => path !== undefined && existsSync(path));

const isRequired = Boolean(process.env["CI"] ?? process.env["PROMPTCTL_LONG_TESTS"]);
const long = `${"A sentence of a long reply. ".repeat(40)}${"word".repeat(60)}`;
const result = {
  ...everyCase,
  cases: [
    ...everyCase.cases,
    caseOf("a very long name of an evaluation that no phone can show on one line", {
      variables: { customer: long, order: null },
      head: sideOf(trialOf("passed", replyOf(long))),
      base: sideOf(trialOf("failed", replyOf(`${long} More.`))),
    }),
  ],
};

describe.skipIf(executablePath === undefined && !isRequired)(
  "the HTML report in Chromium (its path: PROMPTCTL_CHROMIUM)",
  () => {
    let browser: Browser;
    let folder: Folder;
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: executablePath!, args: ["--no-sandbox"] });
      folder = folderOf({});
    });
    afterAll(async () => {
      await browser.close();
      await folder[Symbol.asyncDispose]();
    });

    /** Opens a report; `problems` has requests beyond the file and messages of the console. */
    async function open(
      html: string,
      options: Parameters<Browser["newPage"]>[0] = {},
    ): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
      const file = folder.at("report.html");
      writeFileSync(file, html);
      const page = await browser.newPage({ bypassCSP: false, ...options });
      const problems: string[] = [];
      const url = pathToFileURL(file).href;
      page.on("request", (request) => {
        if (request.url() !== url) problems.push(request.url());
      });
      page.on("console", (message) => problems.push(message.text()));
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("dialog", (dialog) => {
        problems.push(dialog.message());
        void dialog.dismiss();
      });
      await page.goto(url);
      return { page, problems };
    }

    const openAll = (page: Page): Promise<unknown> =>
      page.evaluate(
        "document.querySelectorAll('details').forEach((each) => { each.open = true; })",
      );

    /** The pixels that the page is wider than the window. */
    const overflow = (page: Page): Promise<number> =>
      page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");

    it.each([
      [390, "light"],
      [390, "dark"],
      [1280, "light"],
      [1280, "dark"],
    ] as const)("is accessible and fits at %i pixels, %s", async (width, colorScheme) => {
      const { page, problems } = await open(testHtml(result, "Plan: 1 to update."), {
        viewport: { width, height: 800 },
        colorScheme,
      });
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await openAll(page);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      const { violations } = await page.evaluate<axe.AxeResults>(`${axe.source}; axe.run()`);
      expect(
        violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)]),
      ).toEqual([]);
      expect(problems).toEqual([]);
      await page.close();
    });

    it("filters the cases by text and by verdict, with the keyboard", async () => {
      const { page } = await open(testHtml(result));
      const visible = (): Promise<number> => page.locator(".case:visible").count();
      expect([await visible(), await page.getByRole("status").textContent()]).toEqual([
        11,
        "11 of 11 cases shown",
      ]);
      await page.keyboard.press("Tab");
      await page.keyboard.type("very long name");
      expect([await visible(), await page.getByRole("status").textContent()]).toEqual([
        1,
        "1 of 11 cases shown",
      ]);
      await page.getByRole("searchbox").fill("");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      expect(await visible()).toBe(10);
      expect(
        await page
          .locator(".case:visible")
          .filter({ hasText: /^\s*regressed/ })
          .count(),
      ).toBe(0);
      await page.close();
    });

    it("opens a case with the keyboard", async () => {
      const { page } = await open(testHtml(result));
      const summary = page.locator(".case > summary").nth(1);
      await summary.focus();
      await page.keyboard.press("Enter");
      expect(await page.locator(".case").nth(1).getAttribute("open")).toBe("");
      await page.close();
    });

    it("shows all cases without JavaScript", async () => {
      const { page } = await open(testHtml(result), { javaScriptEnabled: false });
      expect(await page.locator(".case:visible").count()).toBe(11);
      expect(await page.getByRole("searchbox").count()).toBe(0);
      await page.close();
    });

    it("hostile texts run nothing and request nothing", async () => {
      const results = [...hostileTexts("syntax"), "<img src=https://evil.example/x>"].map(
        hostileResult,
      );
      const all = {
        ...results[0]!,
        cases: results.flatMap(({ cases }) => cases),
        prompts: results.flatMap(({ prompts }) => prompts),
      };
      const { page, problems } = await open(testHtml(all));
      await openAll(page);
      expect(await page.locator(".case").count()).toBe(5 * results.length);
      expect(problems).toEqual([]);
      await page.close();
    });
  },
);
