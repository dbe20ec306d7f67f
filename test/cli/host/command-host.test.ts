// What commands share of the process: whether it is CI, warnings of a project, and paths to it.
import { expect, it } from "vitest";
import {
  isCi,
  printWarnings,
  projectPrefix,
  questionText,
} from "../../../src/cli/host/command-host.ts";
import type { Diagnostic } from "../../../src/engine/model/diagnostic.ts";
import { fakeHost } from "../fake-host.ts";

it.each([
  [{}, false],
  [{ CI: "" }, false],
  [{ CI: "0" }, false],
  [{ CI: "false" }, false],
  [{ CI: "1" }, true],
  [{ CI: "true" }, true],
])("with %j, CI is %s", (env, expected) => {
  expect(isCi(env)).toBe(expected);
});

it.each([
  ["/repository", "/repository", ""],
  ["/repository", "/repository/a/b", "a/b/"],
  ["/repository/a", "/repository/b", "../b/"],
])("from %s, paths of the project in %s begin with %j", (cwd, root, prefix) => {
  expect(projectPrefix(cwd, root)).toBe(prefix);
});

it("a question has one blank after it, and is broken at the width of the terminal", () => {
  const terminal = { out: true, err: true, columns: 60 };
  const { host } = fakeHost([], { cwd: "/repository", process: { terminal } });
  expect(
    questionText(host, "Do you want to apply these changes to the service of production?"),
  ).toBe("Do you want to apply these changes to the service of\n    production? ");
});

const warningIn = (file: string, code: string): Diagnostic => ({
  severity: "warning",
  code,
  message: "Something is unusual.",
  location: { file, line: 2, column: 3, endColumn: 4, text: "" },
});
const changed = (file: string): Diagnostic => warningIn(file, "include-changed");
const countOf = (files: string): string =>
  `Warning: ${files} CRLF line endings or a byte order mark, which are left out. promptctl validate names them and says what to do.\n\n`;
const unused =
  "a/prompts/b.yaml:2:3  warning  unused-variable\n  Something is unusual.\n\n1 warning.\n\n";

it.each<[sentence: string, diagnostics: Diagnostic[], quiet: boolean, err: string]>([
  ["without warnings, nothing is printed", [], false, ""],
  [
    "a warning has the path from the current folder",
    [warningIn("prompts/b.yaml", "unused-variable")],
    false,
    unused,
  ],
  [
    "an included file with CRLF is counted",
    [changed("a.md")],
    false,
    countOf("1 included file has"),
  ],
  [
    "several included files with CRLF are counted together",
    [changed("a.md"), changed("b.md")],
    false,
    countOf("2 included files have"),
  ],
  [
    "--quiet leaves out the count, but no other warning",
    [changed("a.md"), warningIn("prompts/b.yaml", "unused-variable")],
    true,
    unused,
  ],
])("%s", (_sentence, diagnostics, quiet, err) => {
  const { host, seen } = fakeHost([], { cwd: "/repository" });
  printWarnings(host, diagnostics, "/repository/a", { quiet });
  expect([seen.out, seen.err]).toEqual(["", err]);
});
