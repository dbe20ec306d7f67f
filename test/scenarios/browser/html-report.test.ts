// The HTML report of promptctl test in Chromium: from a file, at the width of a phone and of a desk,
// light and dark, with the keyboard, and checked for accessibility with axe.
// Run with `npm run test:long`; needs Chromium. PROMPTCTL_CHROMIUM is its path.
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testHtml } from "../../../src/views/test/test-html.ts";
import { hostileTexts } from "../../laws/hostile/hostile-texts.ts";
import { type Folder, folderOf } from "../../io/folder.ts";
import {
  caseOf,
  everyCase,
  hostileResult,
  replyOf,
  sideOf,
  trialOf,
} from "../../views/test/test-result.ts";
import {
  lacksChromium,
  launchChromium,
  openDetails,
  overflow,
  screens,
  violationsOf,
  watchPage,
} from "./chromium.ts";

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

describe.skipIf(lacksChromium)("the HTML report in Chromium (its path: PROMPTCTL_CHROMIUM)", () => {
  let browser: Browser;
  let folder: Folder;
  beforeAll(async () => {
    browser = await launchChromium();
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
    const url = pathToFileURL(file).href;
    const problems = watchPage(page, (requested) => requested === url);
    await page.goto(url);
    return { page, problems };
  }

  it.each(screens)("is accessible and fits at %i pixels, %s", async (width, colorScheme) => {
    const { page, problems } = await open(testHtml(result, "Plan: 1 to update."), {
      viewport: { width, height: 800 },
      colorScheme,
    });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await openDetails(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await violationsOf(page)).toEqual([]);
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
    await openDetails(page);
    expect(await page.locator(".case").count()).toBe(5 * results.length);
    expect(problems).toEqual([]);
    await page.close();
  });
});
