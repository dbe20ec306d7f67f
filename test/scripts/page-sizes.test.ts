// How long the pages may be: each has a limit in words, and all together have one. A word has a letter
// or a digit; code and tables count. A page that needs more says something twice, or is two pages.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const totalLimit = 29_500;

/** Pages that are made from the program, or made into it. */
const generated = ["docs/action-reference.md", "docs/diagnostics.md", "docs/flags.md"];

const limits: Readonly<Record<string, number>> = {
  "CHANGELOG.md": 650,
  "README.md": 950,
  "docs/README.md": 315,
  "docs/action-security.md": 420,
  "docs/action.md": 1020,
  "docs/architecture.md": 1220,
  "docs/backup.md": 675,
  "docs/checks.md": 700,
  "docs/ci.md": 935,
  "docs/code.md": 1225,
  "docs/commands.md": 950,
  "docs/configuration.md": 1000,
  "docs/definitions.md": 1050,
  "docs/deploy.md": 825,
  "docs/environments.md": 875,
  "docs/failures.md": 350,
  "docs/fmt.md": 475,
  "docs/gate.md": 675,
  "docs/hotfixes.md": 350,
  "docs/import-cases.md": 375,
  "docs/import-formats.md": 1370,
  "docs/import.md": 760,
  "docs/install.md": 400,
  "docs/monorepos.md": 475,
  "docs/performance.md": 1075,
  "docs/plan-and-apply.md": 1000,
  "docs/platforms.md": 325,
  "docs/postgresql.md": 700,
  "docs/private-copy.md": 300,
  "docs/programs.md": 680,
  "docs/providers.md": 550,
  "docs/pull.md": 975,
  "docs/review.md": 725,
  "docs/scale.md": 575,
  "docs/service.md": 1360,
  "docs/start.md": 350,
  "docs/teams.md": 600,
  "docs/testing.md": 1240,
  "docs/tokens.md": 300,
  "docs/troubleshooting.md": 800,
  "docs/validate.md": 350,
};

const paths = [
  "CHANGELOG.md",
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
].filter((path) => !generated.includes(path));

function wordsOf(path: string): number {
  const words = readFileSync(join(root, path), "utf8").split(/\s+/);
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

it.each(paths)("%s is within its limit", (path) => {
  expect(limits).toHaveProperty([path]);
  expect(wordsOf(path)).toBeLessThanOrEqual(limits[path]!);
});

it("all pages together are within the limit", () => {
  const words = paths.map(wordsOf).reduce((sum, each) => sum + each, 0);
  expect(words).toBeLessThanOrEqual(totalLimit);
});

it("the changelog says in 40 lines what the first version does", () => {
  const [, first] = readFileSync(join(root, "CHANGELOG.md"), "utf8").split("## 0.1.0\n");
  const lines = first!
    .split("\n## ")[0]!
    .split("\n")
    .filter((line) => line.trim() !== "");
  expect(lines.length).toBeLessThanOrEqual(40);
});
