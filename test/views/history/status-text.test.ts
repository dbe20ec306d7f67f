import { expect, it } from "vitest";
import { statusText } from "../../../src/views/history/status-text.ts";
import { createScreen } from "../../../src/views/text/terminal-text.ts";

it.each([
  [10, 10, undefined],
  [11, 10, "  and 1 more: use --json"],
  [130_000, 10, "  and 129990 more: use --json"],
])("of %i definitions that wait, %i have a line each, in columns", (count, shown, rest) => {
  const versions = Array.from({ length: count }, (_none, index) => ({
    address: `prompt/${index}`,
    action: "create" as const,
  }));
  const promotion = { after: "staging", isKnown: true, versions };
  const screen = createScreen(false, 80, false);
  const text = statusText([{ name: "production", state: "different", promotion }], screen);
  const lines = text.split("\n");
  expect(lines.filter((line) => line.startsWith("  create "))).toHaveLength(shown);
  expect(lines).toContain("  create prompt/7  staging as in the files, production none");
  expect(lines.find((line) => line.includes("more"))).toBe(rest);
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
