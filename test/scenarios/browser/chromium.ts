// Chromium for the tests of pages, and what they ask of every page.
import { join } from "node:path";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";

const { chromiumPath } = (await import(
  join(import.meta.dirname, "../../../scripts/chromium.mjs")
)) as { chromiumPath: () => string | undefined };
const executablePath = chromiumPath();

const isRequired = Boolean(process.env["CI"] ?? process.env["PROMPTCTL_LONG_TESTS"]);

/** Whether the tests are skipped: without Chromium, except in CI. */
export const lacksChromium: boolean = executablePath === undefined && !isRequired;

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: executablePath!, args: ["--no-sandbox"] });
}

/** The width of a phone, a tablet and a desk, in pixels. Widths change no colors. */
export const screens = [
  [390, "light"],
  [768, "dark"],
  [1280, "light"],
] as const;

/** The pixels that the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");

/** What axe finds: the rule, and the first elements that violate it. */
export async function violationsOf(page: Page): Promise<unknown[]> {
  const { violations } = await page.evaluate<axe.AxeResults>(`${axe.source}; axe.run()`);
  return violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)]);
}

/** Collects what a page must not do: messages of the console, errors, dialogs, other requests. */
export function watchPage(page: Page, isExpected: (url: string) => boolean): readonly string[] {
  const problems: string[] = [];
  page.on("request", (request) => {
    if (!isExpected(request.url())) problems.push(request.url());
  });
  page.on("console", (message) => problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("dialog", (dialog) => {
    problems.push(dialog.message());
    void dialog.dismiss();
  });
  return problems;
}

export const openDetails = (page: Page): Promise<unknown> =>
  page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
