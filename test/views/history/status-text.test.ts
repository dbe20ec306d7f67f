import { expect, it } from "vitest";
import { statusText } from "../../../src/views/history/status-text.ts";
import { createScreen } from "../../../src/views/text/terminal-text.ts";

it("130,000 definitions that wait have a line each, in columns", () => {
  const versions = Array.from({ length: 130_000 }, (_none, index) => ({
    address: `prompt/${index}`,
    action: "create" as const,
  }));
  const promotion = { after: "staging", isKnown: true, versions };
  const screen = createScreen(false, 80, false);
  const lines = statusText([{ name: "production", state: "different", promotion }], screen);
  expect(lines.split("\n").filter((line) => /^ {2}create prompt\/\d+ /.test(line))).toHaveLength(
    130_000,
  );
  expect(lines).toContain("\n  create prompt/7       staging as in the files");
});

it("definitions are sorted by kind, then naturally, and long names are cut", () => {
  const long = `prompt/${"w".repeat(100)}`;
  const addresses = ["tool/b", "prompt/Case 10", "prompt/Case 2", long];
  const versions = addresses.map((address) => ({ address, action: "create" as const }));
  const promotion = { after: "staging", isKnown: true, versions };
  const screen = createScreen(false, 80, false);
  const text = statusText([{ name: "production", state: "different", promotion }], screen);
  const lines = text.split("\n").filter((line) => line.startsWith("  create"));
  expect(lines.map((line) => line.slice(9, 23).trim())).toEqual([
    "tool/b",
    "prompt/Case 2",
    "prompt/Case 10",
    "prompt/…wwwwww",
  ]);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});
