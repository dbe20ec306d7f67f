// Colours only where they are shown and wanted; ASCII symbols where the locale has no Unicode.
import { describe, expect, it } from "vitest";
import { type OutputStream, screenFor } from "../../../src/views/text/stream-screen.ts";

const streams = {
  "a terminal": { isTerminal: true, isFile: false, columns: 80 },
  "a pipe": { isTerminal: false, isFile: false, columns: 80 },
  "a file": { isTerminal: false, isFile: true, columns: 80 },
} satisfies Record<string, OutputStream>;

describe("colours", () => {
  it.each<[keyof typeof streams, Record<string, string>, boolean]>([
    ["a terminal", {}, true],
    ["a terminal", { NO_COLOR: "1" }, false],
    ["a terminal", { NO_COLOR: "" }, true],
    ["a terminal", { FORCE_COLOR: "0" }, false],
    ["a terminal", { TERM: "dumb" }, false],
    ["a pipe", {}, false],
    ["a pipe", { FORCE_COLOR: "1" }, true],
    ["a pipe", { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
    ["a pipe", { FORCE_COLOR: "" }, false],
    ["a pipe", { CI: "true" }, false],
    ["a pipe", { CI: "true", GITHUB_ACTIONS: "true" }, true],
    ["a pipe", { CI: "true", GITHUB_ACTIONS: "true", NO_COLOR: "1" }, false],
    ["a pipe", { CI: "true", GITHUB_ACTIONS: "true", FORCE_COLOR: "0" }, false],
    ["a pipe", { CI: "true", GITLAB_CI: "true", TERM: "dumb" }, true],
    ["a pipe", { TF_BUILD: "True", AGENT_NAME: "Agent 1" }, true],
    ["a pipe", { TF_BUILD: "True" }, false],
    ["a file", { CI: "true", GITHUB_ACTIONS: "true" }, false],
    ["a file", { FORCE_COLOR: "1" }, true],
  ])("on %s with %j: %s", (stream, env, isColored) => {
    const text = screenFor(env, streams[stream]).colors.red("x");
    expect(text).toBe(isColored ? "\u001B[31mx\u001B[39m" : "x");
  });
});

describe("symbols", () => {
  it.each([
    [{}, "✓"],
    [{ LANG: "de_DE.UTF-8" }, "✓"],
    [{ LC_ALL: "C.UTF-8" }, "✓"],
    [{ LC_ALL: "C" }, "ok"],
    [{ LC_ALL: "POSIX" }, "ok"],
    [{ LC_ALL: "C", LANG: "de_DE.UTF-8" }, "ok"],
    [{ LC_CTYPE: "en_US.UTF-8", LANG: "C" }, "✓"],
    [{ LC_ALL: "", LANG: "C" }, "ok"],
  ])("with %j the symbol of success is %s", (env, symbol) => {
    expect(screenFor(env, streams["a terminal"]).symbols.done).toBe(symbol);
  });
});
