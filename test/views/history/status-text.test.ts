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
