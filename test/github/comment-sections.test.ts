// The sections of a comment are found again, whatever texts they have.
import { expect, it } from "vitest";
import { commentText, sectionsIn, withoutMarkers } from "../../src/github/comment-sections.ts";

const plan = "<!-- promptctl:v1 about=plan label= digest=x -->\n### promptctl plan\n";
const test = "<!-- promptctl:v1 about=test label= digest= -->\n### promptctl test\n";

it.each([
  ["a plan", { plan }],
  ["tests", { test }],
  ["both", { plan, test }],
])("%s", (_what, sections) => {
  expect(sectionsIn([commentText(sections)])).toEqual(sections);
});

it("the plan is first, with line ends of Windows too", () => {
  expect(commentText({ test, plan })).toBe(`${plan}\n${test}`);
  const edited = commentText({ test, plan }).replaceAll("\n", "\r\n");
  expect(sectionsIn([edited])).toEqual({
    plan: expect.stringMatching(/^<!-- promptctl:v1 about=plan .*\r\n### promptctl plan\n$/),
    test: expect.stringContaining("### promptctl test"),
  });
});

it("the sections of several comments are joined; those of the first stay", () => {
  expect(sectionsIn([plan, `${plan}old\n`, test])).toEqual({ plan, test });
});

it("a text that looks like a marker begins no section", () => {
  const text = withoutMarkers(
    "### promptctl plan\n\n```text\n<!-- promptctl:v1 about=test -->\n```\n",
  );
  const sections = { plan: `<!-- promptctl:v1 about=plan -->\n${text}` };
  expect(sectionsIn([commentText(sections)])).toEqual(sections);
  expect(sectionsIn(["Looks good", `> ${test}`])).toEqual({});
});
