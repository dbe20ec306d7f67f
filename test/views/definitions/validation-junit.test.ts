import { describe, expect, it } from "vitest";
import { validateXML } from "xmllint-wasm";
import type { Diagnostic } from "../../../src/engine/model/diagnostic.ts";
import { validationJunit } from "../../../src/views/definitions/validation-junit.ts";
import { allCategories, hostileTexts } from "../../laws/hostile/hostile-texts.ts";

const unknownTool: Diagnostic = {
  severity: "error",
  code: "unknown-tool",
  message: 'Unknown tool "a<b".',
  hint: 'Did you mean "a & b"?',
  location: { file: "prompts/b.yaml", line: 3, column: 9, endColumn: 12, text: "  tools: [a<b]" },
};
const unused: Diagnostic = {
  ...unknownTool,
  severity: "warning",
  code: "unused-variable",
  message: "Unused.",
  hint: "Remove it.",
  location: { ...unknownTool.location, line: 7, text: "" },
};

/** Parses a document with libxml2; returns its errors. */
async function xmlErrors(xml: string): Promise<readonly unknown[]> {
  return (await validateXML({ xml, normalization: "c14n" })).errors;
}

describe("the report", () => {
  const files = ["prompts/b.yaml", "prompts/a.yaml"];

  it("has a suite per file and a case per diagnostic", async () => {
    const text = validationJunit([unused, unknownTool], files, false);
    expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="promptctl validate" tests="3" failures="1" errors="0">
  <testsuite name="prompts/a.yaml" tests="1" failures="0" errors="0" skipped="0" file="prompts/a.yaml">
    <testcase name="valid" classname="prompts/a.yaml"/>
  </testsuite>
  <testsuite name="prompts/b.yaml" tests="2" failures="1" errors="0" skipped="0" file="prompts/b.yaml">
    <testcase name="unknown-tool: Unknown tool &#34;a&#60;b&#34;." classname="prompts/b.yaml">
      <failure message="Unknown tool &#34;a&#60;b&#34;." type="unknown-tool">prompts/b.yaml:3:9 error unknown-tool
tools: [a&#60;b]
Unknown tool &#34;a&#60;b&#34;.
Did you mean &#34;a &#38; b&#34;?</failure>
    </testcase>
    <testcase name="unused-variable: Unused." classname="prompts/b.yaml">
      <system-out>prompts/b.yaml:7:9 warning unused-variable
Unused.
Remove it.</system-out>
    </testcase>
  </testsuite>
</testsuites>
`);
    expect(await xmlErrors(text)).toEqual([]);
  });

  it("tells equal diagnostics of a file apart, whatever their lines", () => {
    const moved = { ...unused, location: { ...unused.location, line: 9 } };
    const names = (...all: Diagnostic[]): unknown[] =>
      [...validationJunit(all, [], false).matchAll(/<testcase name="([^"]*)"/g)].map(
        ([, name]) => name,
      );
    expect(names(unused, moved)).toEqual([
      "unused-variable: Unused.",
      "unused-variable: Unused. (2)",
    ]);
    expect(names(moved)).toEqual(names(unused));
  });
});

describe("hostile texts", () => {
  const texts = hostileTexts(...allCategories);

  it("cannot end an element or an attribute", async () => {
    const more = ["]]><x/>", '"/><testcase name="', "\ufffe\uffff", "\ud800", "&bogus;", "\0\x1b"];
    const diagnostics = [...texts, ...more].map((text) => ({
      ...unknownTool,
      message: text,
      hint: text,
      location: { ...unknownTool.location, file: text, text },
    }));
    const text = validationJunit(diagnostics, texts, false);
    expect(await xmlErrors(text)).toEqual([]);
    expect(text.match(/<testcase /g)).toHaveLength(diagnostics.length);
  });

  it("and the parser finds errors", async () => {
    expect(await xmlErrors("<a>\x1b</a>")).not.toEqual([]);
    expect(await xmlErrors("<a><b></a>")).not.toEqual([]);
  });
});
