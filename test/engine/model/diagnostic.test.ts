import { expect, it } from "vitest";
import { byLocation, error, type SourceLocation } from "../../../src/engine/model/diagnostic.ts";

it("diagnostics are sorted by file, line and column", () => {
  const at = (file: string, line: number, column: number): SourceLocation => ({
    file,
    line,
    column,
    endColumn: column + 1,
    text: "",
  });
  const locations = [at("b", 1, 1), at("a", 10, 1), at("a", 2, 5), at("a", 2, 3), at("B", 9, 9)];
  const sorted = locations.map((location) => error("x", location, "")).sort(byLocation);
  expect(
    sorted.map(({ location }) => `${location.file}:${location.line}:${location.column}`),
  ).toEqual(["B:9:9", "a:2:3", "a:2:5", "a:10:1", "b:1:1"]);
});
