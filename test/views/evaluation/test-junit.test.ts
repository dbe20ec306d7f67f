import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { validateXML } from "xmllint-wasm";
import type { TestResult } from "../../../src/generated/types.ts";
import { testJunitText } from "../../../src/views/evaluation/test-junit.ts";
import { defaultAndSyntax, hostileTexts } from "../../laws/hostile/hostile-texts.ts";
import { everyCase, failedWith, hostileResult, replyOf, resultWith } from "./test-result.ts";

const schema = readFileSync(join(import.meta.dirname, "junit-suite.xsd"), "utf8");

/** Parses a document, and validates each of its suites: Surefire has a document per suite. */
async function schemaErrors(xml: string): Promise<readonly unknown[]> {
  const suites = xml.match(/ {2}<testsuite [^]*?<\/testsuite>/g) ?? [];
  const results = await Promise.all([
    validateXML({ xml, normalization: "c14n" }),
    ...(suites.length > 0 ? [validateXML({ xml: suites, schema })] : []),
  ]);
  return results.flatMap(({ errors }) => errors);
}

/** Values of an attribute of an element, by their order. */
const attributes = (xml: string, element: string, name: string): unknown[] =>
  [...xml.matchAll(new RegExp(`<${element} [^>]*?\\b${name}="([^"]*)"`, "g"))].map(
    ([, value]) => value,
  );

describe("the JUnit report", () => {
  it("cuts long texts, as the HTML report does", () => {
    const xml = testJunitText(resultWith([failedWith(replyOf("x".repeat(1_000_000)), [])]));
    expect(xml).toContain("… (990000 more characters)");
    expect(xml.length).toBeLessThan(12_000);
  });

  it("has a suite per prompt and a test case per evaluation", async () => {
    const xml = testJunitText(everyCase);
    expect(await schemaErrors(xml)).toEqual([]);
    expect(xml).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="promptctl test: Failed" tests="12" failures="2" errors="1">
        <testsuite name="prompt/Support" tests="10" failures="2" errors="1" skipped="1">
          <testcase name="Support/new tone" classname="prompt/Support" time="1.600" file="prompts/support.yaml" line="8">
            <failure message="The evaluation changed, and the request did not. CONTAINS_ANY [&#34;order number&#34;]: The reply does not contain any of the texts." type="new, failed">evaluation/Support/new tone: new, failed, 0/2
      The evaluation changed, and the request did not. CONTAINS_ANY [&#34;order number&#34;]: The reply does not contain any of the texts.
      prompts/support.yaml:12
      reply:
      Tell me your e-mail address.</failure>
          </testcase>
          <testcase name="Support/refund" classname="prompt/Support" time="2.400" file="prompts/support.yaml" line="8">
            <failure message="CONTAINS_ANY [&#34;order number&#34;]: The reply does not contain any of the texts." type="regressed">evaluation/Support/refund: regressed, base 3/3 · head 0/3
      CONTAINS_ANY [&#34;order number&#34;]: The reply does not contain any of the texts.
      prompts/support.yaml:12
      reply:
      Tell me your e-mail address.</failure>
          </testcase>
          <testcase name="Support/hopeless" classname="prompt/Support" time="2.400" file="prompts/support.yaml" line="8">
            <system-out>evaluation/Support/hopeless: still failing, base 0/2 · head 0/3
      CONTAINS_ANY [&#34;order number&#34;]: The reply does not contain any of the texts.
      prompts/support.yaml:12
      reply:
      Tell me your e-mail address.</system-out>
          </testcase>
          <testcase name="Support/greeting" classname="prompt/Support" time="2.400" file="prompts/support.yaml" line="8">
            <system-out>evaluation/Support/greeting: suspect, base 3/3 · head 1/3
      CONTAINS_ANY [&#34;order number&#34;]: The reply does not contain any of the texts.
      prompts/support.yaml:12
      reply:
      Tell me your e-mail address.</system-out>
          </testcase>
          <testcase name="Support/tone" classname="prompt/Support" time="2.400" file="prompts/support.yaml" line="8">
            <flakyFailure message="CONTAINS_ANY [&#34;order number&#34;]: The reply does not contain any of the texts." type="unsteady"><stackTrace>evaluation/Support/tone: unsteady, 2/3
      CONTAINS_ANY [&#34;order number&#34;]: The reply does not contain any of the texts.
      prompts/support.yaml:12
      reply:
      Tell me your e-mail address.</stackTrace></flakyFailure>
          </testcase>
          <testcase name="Support/label" classname="prompt/Support" time="0.800" file="prompts/support.yaml" line="8"/>
          <testcase name="Support/thanks" classname="prompt/Support" time="0.800" file="prompts/support.yaml" line="8"/>
          <testcase name="Support/hours" classname="prompt/Support" time="0.800" file="prompts/support.yaml" line="8"/>
          <testcase name="Support/long" classname="prompt/Support" time="0.000" file="prompts/support.yaml" line="8">
            <error message="The provider is overloaded." type="not measured">evaluation/Support/long: not measured, 0/0
      The provider is overloaded.</error>
          </testcase>
          <testcase name="Support/external" classname="prompt/Support" time="0.000" file="prompts/support.yaml" line="8">
            <skipped message="The prompt is external. Use --on service."/>
          </testcase>
        </testsuite>
        <testsuite name="Tests changed in this change" tests="1" failures="0" errors="0" skipped="0">
          <testcase name="Tests changed in this change" classname="promptctl test" time="0.000">
            <system-out>evaluation/Support/tone: threshold 1 → 0.5 (looser) prompts/support.yaml:30
      evaluation/Support/old: removed (looser)
      prompt/Tone judge: the judge of 2 checks changed</system-out>
          </testcase>
        </testsuite>
        <testsuite name="Warnings" tests="1" failures="0" errors="0" skipped="0">
          <testcase name="Warnings" classname="promptctl test" time="0.000">
            <system-out>Trials are not independent with temperature 0 or a seed.</system-out>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `);
  });

  it("counts each case of a suite once, the changed tests and the warnings as one each that passes", () => {
    const counts = (element: string): unknown[] =>
      ["tests", "failures", "errors"].map((name) =>
        attributes(testJunitText(everyCase), element, name),
      );
    expect(counts("testsuites")).toEqual([["12"], ["2"], ["1"]]);
    expect(counts("testsuite")).toEqual([
      ["10", "1", "1"],
      ["2", "0", "0"],
      ["1", "0", "0"],
    ]);
  });

  it("has a failure for the changed tests that block", async () => {
    const [easier, removed, other] = everyCase.loosened;
    const loosened = [{ ...easier!, blocks: true as const }, removed!, other!];
    const xml = testJunitText(resultWith([], { loosened }));
    expect(await schemaErrors(xml)).toEqual([]);
    expect(attributes(xml, "failure", "message")).toEqual([
      "evaluation/Support/tone: threshold 1 → 0.5 (looser) prompts/support.yaml:30",
    ]);
    const reported = testJunitText(resultWith([], { loosened, exitCode: 0 }));
    expect(attributes(reported, "failure", "message")).toEqual([]);
  });

  it("has no suite without cases", async () => {
    const xml = testJunitText(resultWith([], { exitCode: 0 }));
    expect(await schemaErrors(xml)).toEqual([]);
    expect(attributes(xml, "testsuites", "tests")).toEqual(["0"]);
  });
});

describe("hostile texts", () => {
  const more = ["]]><x/>", '"/><testcase name="', "\ufffe\uffff", "\ud800", "&bogus;", "\0\x1b"];
  const texts = hostileTexts(...defaultAndSyntax);

  it("cannot end an element or an attribute", async () => {
    const results = [...texts, ...more].map(hostileResult);
    const cases = results.flatMap((each) => each.cases);
    const loosened = results.flatMap((each) => each.loosened);
    const xml = testJunitText({ ...everyCase, cases, loosened } satisfies TestResult);
    expect(await schemaErrors(xml)).toEqual([]);
    expect(xml.match(/<testcase /g)).toHaveLength(cases.length + 2);
  });

  it("and the schema finds errors", async () => {
    expect(await schemaErrors(testJunitText(everyCase).replace(/ name=/g, " nam="))).not.toEqual(
      [],
    );
  });
});
