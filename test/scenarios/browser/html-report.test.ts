// The HTML report of promptctl test in Chromium: from a file, at the width of a phone and of a desk,
// light and dark, with the keyboard, and checked for accessibility with axe.
// Run with `npm run test:long`; needs Chromium. PROMPTCTL_CHROMIUM is its path.
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testHtml } from "../../../src/views/evaluation/test-html.ts";
import { hostileTexts } from "../../laws/hostile/hostile-texts.ts";
import { type Folder, folderOf } from "../../io/folder.ts";
import {
  caseOf,
  everyCase,
  hostileResult,
  replyOf,
  resultWith,
  sideOf,
  trialOf,
} from "../../views/evaluation/test-result.ts";
import {
  lacksChromium,
  launchChromium,
  openDetails,
  overflow,
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

const [fresh, regressed] = everyCase.cases;
const reasons = regressed!.head.trials[0]!.assertions;

/** The states of a report that differ in what they show. */
const states = {
  "every kind of case": result,
  "a regression with long replies": resultWith(
    [
      {
        ...regressed!,
        head: sideOf(trialOf("failed", replyOf(long), reasons)),
        base: sideOf(trialOf("passed", replyOf(`${long} Tell me your order number.`))),
      },
      ...everyCase.cases,
    ],
    { loosened: everyCase.loosened, removed: everyCase.removed, warnings: everyCase.warnings },
  ),
  "only passed cases": resultWith(
    everyCase.cases.filter(({ verdict }) => verdict === "passed"),
    { verdict: "passed", exitCode: 0, reasons: [] },
  ),
  "nothing measured": resultWith(
    everyCase.cases.filter(({ verdict }) => verdict.startsWith("not")),
    { verdict: "incomplete", exitCode: 1, prompts: [] },
  ),
  "a new case": resultWith([fresh!]),
  "no base": resultWith([caseOf("refund", { verdict: "failed", head: regressed!.head })], {
    base: null,
    prompts: everyCase.prompts.map(({ base: _base, difference: _difference, ...prompt }) => prompt),
  }),
  "no case": resultWith([], { prompts: [] }),
} as const;

/**
 * Parts of the filter that overlap or are covered, and cells of tables, texts and headings that are not
 * wholly inside the window.
 */
const layoutProblems = `(() => {
  scrollTo(0, 0);
  const boxOf = (element) => element.getBoundingClientRect();
  const name = (element) => element.tagName + " " + element.textContent.trim().slice(0, 40);
  const visible = (selector) => [...document.querySelectorAll(selector)].filter(
    (element) => boxOf(element).width > 0,
  );
  const parts = visible(".controls label, #shown, .case:first-of-type > summary, nav a");
  const overlaps = parts.flatMap((one, index) => parts.slice(index + 1).filter((other) => {
    const [a, b] = [boxOf(one), boxOf(other)];
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  }).map((other) => name(one) + " overlaps " + name(other)));
  const covered = visible(".controls input").filter((element) => {
    element.scrollIntoView({ block: "center" });
    const { left, right, top, bottom } = boxOf(element);
    return [left + 2, (left + right) / 2, right - 2].some(
      (x) => document.elementFromPoint(x, (top + bottom) / 2) !== element,
    );
  }).map((element) => "covered: " + name(element.parentElement));
  const outside = visible("td, th, p, li, dd, h1, h2, h3, pre, summary, code, label, input, .state").filter(
    (element) => boxOf(element).left < 0 || boxOf(element).right > innerWidth + 0.5 ||
      element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && element.tagName !== "INPUT",
  ).map((element) => "outside: " + name(element));
  return [...overlaps, ...covered, ...outside];
})()`;

function bottomOf(box: { readonly y: number; readonly height: number } | null): number {
  return box === null ? Infinity : box.y + box.height;
}

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

  it.each(Object.entries(states))(
    "is accessible and fits a phone and a desk: %s",
    async (_name, state) => {
      const { page, problems } = await open(testHtml(state, "Plan: 1 to update."));
      for (const [width, colorScheme] of [
        [320, "dark"],
        [390, "light"],
        [768, "dark"],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        for (const hasDetails of [false, true]) {
          if (hasDetails) await openDetails(page);
          expect([width, await page.evaluate(layoutProblems)]).toEqual([width, []]);
          expect(await overflow(page)).toBeLessThanOrEqual(0);
        }
        if (width !== 320) expect(await violationsOf(page)).toEqual([]);
      }
      expect(problems).toEqual([]);
      await page.close();
    },
  );

  it("shows the first regression, its reason and both replies on the first screen", async () => {
    const { page } = await open(testHtml(states["a regression with long replies"]), {
      viewport: { width: 1280, height: 800 },
    });
    expect(await page.locator(".case[open]").count()).toBe(1);
    const first = page.locator(".case[open]");
    const parts = [
      first.locator("summary .state").first(),
      first
        .getByText("The reply does not contain any of the texts.")
        .locator("visible=true")
        .first(),
      first.locator("dd").nth(0),
      first.locator("dd").nth(1),
      first.getByRole("heading", { name: "Base, trial 1: passed" }),
      first.getByRole("heading", { name: "Head, trial 1: failed" }),
    ];
    const bottoms = await Promise.all(
      parts.map(async (part) => bottomOf(await part.boundingBox())),
    );
    expect(Math.max(...bottoms)).toBeLessThan(760); // the replies begin below
    const replies = first.locator(".sides").first().locator("pre");
    expect(await replies.count()).toBe(2);
    for (const reply of await replies.all()) {
      const { x, y } = (await reply.boundingBox())!;
      expect(y).toBeLessThan(760);
      const hit = `document.elementFromPoint(${x + 20}, ${y + 20}).closest("pre") !== null`;
      expect(await page.evaluate(hit)).toBe(true);
    }
    await page.close();
  });

  it("of 5,000 cases finds and opens the last with the keyboard", async () => {
    const [, refund] = everyCase.cases;
    const cases = Array.from({ length: 5000 }, (_item, index) => {
      return { ...refund!, address: `evaluation/Support/case ${index}` };
    });
    const { page, problems } = await open(testHtml({ ...everyCase, cases }));
    await page.getByRole("searchbox").fill("case 4999");
    expect(await page.getByRole("status").textContent()).toBe("1 of 5000 cases shown");
    await page.locator(".case:visible > summary").focus();
    await page.keyboard.press("Enter");
    expect(await page.locator(".case:visible").getAttribute("open")).toBe("");
    expect(problems).toEqual([]);
    await page.close();
  });

  it("a link at the top leads to what else a reviewer must know", async () => {
    const { page } = await open(testHtml(result));
    await page.getByRole("link", { name: "Tests changed in this change (3)" }).click();
    const heading = page.getByRole("heading", { name: "Tests changed in this change" });
    await page.waitForFunction(`scrollY > 0`);
    expect(bottomOf(await heading.boundingBox())).toBeLessThan(720);
    await page.close();
  });

  it("filters the cases by text and by verdict, with the keyboard", async () => {
    const { page } = await open(testHtml(result));
    const visible = (): Promise<number> => page.locator(".case:visible").count();
    expect([await visible(), await page.getByRole("status").textContent()]).toEqual([
      11,
      "11 of 11 cases shown",
    ]);
    for (const _link of [1, 2, 3, "filter"]) await page.keyboard.press("Tab");
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
