// The sections of a comment are found again, whatever texts they have.
import { expect, it } from "vitest";
import {
  type CommentSections,
  commentText,
  sectionKey,
  sectionsIn,
  withoutMarkers,
} from "../../../src/github/pages/comment-sections.ts";

const plan = "<!-- promptctl:v1 about=plan label= digest=x -->\n### promptctl plan\n";
const test = "<!-- promptctl:v1 about=test label= digest= -->\n### promptctl test\n";

const sectionsOf = (texts: { plan?: string; test?: string }): CommentSections =>
  new Map(
    (["plan", "test"] as const).flatMap((about) =>
      texts[about] ? [[sectionKey({ about, environment: "" }), texts[about]] as const] : [],
    ),
  );

it.each([
  ["a plan", { plan }],
  ["tests", { test }],
  ["both", { plan, test }],
])("%s", (_what, sections) => {
  expect(sectionsIn([commentText(sectionsOf(sections))])).toEqual(sectionsOf(sections));
});

it("the sections of several comments are joined; those of the first stay", () => {
  expect(sectionsIn([plan, `${plan}old\n`, test])).toEqual(sectionsOf({ plan, test }));
});

it("a text that looks like a marker begins no section", () => {
  const text = withoutMarkers(
    "### promptctl plan\n\n```text\n<!-- promptctl:v1 about=test -->\n```\n",
  );
  const sections = sectionsOf({ plan: `<!-- promptctl:v1 about=plan -->\n${text}` });
  expect(sectionsIn([commentText(sections)])).toEqual(sections);
  expect(sectionsIn(["Looks good", `> ${test}`])).toEqual(new Map());
});
