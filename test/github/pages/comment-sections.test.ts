// The sections of a comment are found again, whatever texts they have.
import { expect, it } from "vitest";
import {
  type CommentSections,
  commentText,
  sectionKey,
  sectionsIn,
  splitSections,
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

it("the plan is first, with line ends of Windows too", () => {
  expect(commentText(sectionsOf({ test, plan }))).toBe(`${plan}\n${test}`);
  const edited = commentText(sectionsOf({ test, plan })).replaceAll("\n", "\r\n");
  expect(sectionsIn([edited])).toEqual(
    sectionsOf({
      plan: expect.stringMatching(/^<!-- promptctl:v1 about=plan .*\r\n### promptctl plan\n$/),
      test: expect.stringContaining("### promptctl test"),
    }),
  );
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

it("sections of environments are sorted by environment, the plan before the tests", () => {
  const names = ["staging", "eu-west", "production"].flatMap((environment) =>
    (["test", "plan"] as const).map((about) => ({ about, environment })),
  );
  const text = ({ about, environment }: (typeof names)[number]): string =>
    `<!-- promptctl:v1 about=${about} env=${environment} label= digest= -->\n`;
  const sections = new Map(names.map((name) => [sectionKey(name), text(name)]));
  const body = commentText(sections);
  expect(sectionsIn([body])).toEqual(sections);
  expect(splitSections(body).map((each) => /about=(\w+) env=(\S+)/.exec(each)!.slice(1))).toEqual([
    ["plan", "eu-west"],
    ["test", "eu-west"],
    ["plan", "production"],
    ["test", "production"],
    ["plan", "staging"],
    ["test", "staging"],
  ]);
});
