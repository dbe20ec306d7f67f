// Colours: only on a terminal, and never where they are not wanted.
import { expect, it } from "vitest";
import { screenOf } from "../../src/cli/command-host.ts";
import { fakeHost } from "./fake-host.ts";

const painted = (terminal: boolean, env: Record<string, string>): boolean => {
  const { host } = fakeHost([], { cwd: "/", env });
  const streams = { out: terminal, err: terminal, columns: 80 };
  return screenOf({ ...host, terminal: streams }, "out").colors.red("x") !== "x";
};

it.each([
  ["a terminal", true, {}, true],
  ["a terminal with NO_COLOR", true, { NO_COLOR: "1" }, false],
  ["a terminal with an empty NO_COLOR", true, { NO_COLOR: "" }, true],
  ["a pipe with FORCE_COLOR", false, { FORCE_COLOR: "1" }, true],
  ["a pipe with FORCE_COLOR and NO_COLOR", false, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
  ["a terminal with FORCE_COLOR=0", true, { FORCE_COLOR: "0" }, false],
  ["a pipe with an empty FORCE_COLOR", false, { FORCE_COLOR: "" }, false],
  ["a dumb terminal", true, { TERM: "dumb" }, false],
  ["a file or a pipe", false, {}, false],
])("%s", (_where, terminal, env, colored) => {
  expect(painted(terminal, env)).toBe(colored);
});
