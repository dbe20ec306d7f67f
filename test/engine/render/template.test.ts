// The cases of templates.yaml.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import {
  missingIn,
  render,
  renderedLength,
  variablesOf,
} from "../../../src/engine/render/template.ts";

interface Row {
  readonly case: string;
  readonly template: string;
  readonly variables?: Record<string, string | null>;
  readonly result?: string;
  readonly missing?: string[];
}

const rows = parse(readFileSync(join(import.meta.dirname, "templates.yaml"), "utf8")) as Row[];

test.each(rows)("$case", ({ template, variables = {}, result, missing }) => {
  expect(missingIn(template, variables)).toEqual(missing ?? []);
  if (missing) expect(result).toBeUndefined();
  else {
    expect(render(template, variables)).toBe(result);
    expect(renderedLength(template, variables)).toBe(result!.length);
  }
});

test("names are listed once, in the order of their first use", () => {
  expect(variablesOf("{{b}} {{ a }} {{b}} {{#c}} {{}}")).toEqual(["b", "a"]);
});
