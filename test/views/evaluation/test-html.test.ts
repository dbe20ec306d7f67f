import { createHash } from "node:crypto";
import { parse } from "parse5";
import { describe, expect, it } from "vitest";
import type { TestCase } from "../../../src/generated/types.ts";
import { reportScript } from "../../../src/views/evaluation/test-html-assets.ts";
import { testHtml } from "../../../src/views/evaluation/test-html.ts";
import { attributeOf, elementsOf, findElements, textIn, words } from "../../fixtures/html.ts";
import { allCategories, hostileTexts } from "../../laws/hostile/hostile-texts.ts";
import { unsafeCharacter } from "../../laws/hostile/oracle.ts";
import {
  assertionOf,
  caseOf,
  everyCase,
  failedWith,
  hostileResult,
  replyOf,
  resultWith,
  sideOf,
  trialOf,
} from "./test-result.ts";

describe("the page", () => {
  const page = testHtml(everyCase, "Plan: 1 to update.");

  it("begins with the verdict and its reasons", () => {
    expect(findElements(page, "header").map(words)).toEqual([
      [
        "Failed. 1 case regressed. 1 new case failed.",
        "prompt/Support has the score 0.50, less than 0.9. 2 cases not measured or not run.",
        "4 of 8 first replies passed (22 to 79 %), 1 case unsteady.",
        "promptctl test · 10 of 41 cases affected by the change · base 3f2a91c (main)",
        "2 got worse, 1 better: may be chance (100 %).",
        "Mean reply of 4 cases: cost $0.002 → $0.003 (+50 %), time 800 ms → 760 ms (-5 %).",
        "Tests changed in this change (3) Not measured, not compared, not run or unable to fail (2) Warnings (1)",
      ].join(" "),
    ]);
  });

  it("has the sections of a review, and the plan", () => {
    expect(findElements(page, "h2").map(words)).toEqual([
      "Cases",
      "Tests changed in this change",
      "Not measured, not compared, not run or unable to fail",
      "Warnings",
      "Cost and time",
      "Prompts",
      "Plan",
    ]);
    expect(words(findElements(page, "pre").at(-1)!)).toBe("Plan: 1 to update.");
  });

  it("lists failing cases first, and opens the first", () => {
    const cases = findElements(page, "details", "case");
    const missed = 'CONTAINS_ANY ["order number"]: The reply does not contain any of the texts.';
    expect(cases.map((each) => words(elementsOf(each)[1]!))).toEqual([
      `regressed evaluation/Support/refund base 3/3 · head 0/3 ${missed}`,
      "new, failed evaluation/Support/new tone 0/2 The evaluation changed, and the request did not.",
      `still failing evaluation/Support/hopeless base 0/2 · head 0/3 ${missed}`,
      `suspect evaluation/Support/greeting base 3/3 · head 1/3 ${missed}`,
      `unsteady evaluation/Support/tone 2/3 ${missed}`,
      "not measured evaluation/Support/long 0/0 The provider is overloaded.",
      "not run evaluation/Support/external 0/0 The prompt is external. Use --on service.",
      "fixed evaluation/Support/label base 0/2 · head 1/1",
      "passed evaluation/Support/thanks 1/1",
      "unchanged, passed evaluation/Support/hours 1/1",
    ]);
    expect(cases.map((each) => attributeOf(each, "open") !== undefined)).toEqual([
      true,
      ...Array<boolean>(9).fill(false),
    ]);
  });

  it("colours the states as the terminal does", () => {
    const states: readonly (readonly [Partial<TestCase>, string])[] = [
      [{ verdict: "failed" }, "state bad"],
      [{ verdict: "failed", comparison: "suspect" }, "state warn"],
      [{ verdict: "unsteady", comparison: "regressed" }, "state bad"],
      [{ verdict: "unsteady", comparison: "fixed" }, "state warn"],
      [{ verdict: "passed", comparison: "fixed" }, "state good"],
      [{ verdict: "not run" }, "state warn"],
    ];
    for (const [more, expected] of states) {
      const spans = findElements(testHtml(resultWith([caseOf("x", more)])), "span", expected);
      expect([more, spans.length]).toEqual([more, 1]);
    }
  });

  it("marks the changed words of replies and of prompts", () => {
    const [refund] = findElements(page, "details", "case");
    expect(
      elementsOf(refund!)
        .filter(({ tagName }) => tagName === "del")
        .map(textIn),
    ).toEqual(["order number"]); // of the trial that is shown first
    const prompt = findElements(page, "details").find((each) => words(each).startsWith("prompt/"));
    expect(
      elementsOf(prompt!)
        .filter(({ tagName }) => tagName === "ins")
        .map(textIn),
    ).toEqual(["7", "e-mail address"]);
  });

  it("marks an inserted line break", () => {
    const [base, head] = [replyOf("Yes."), replyOf("Yes.\n")];
    const failed = failedWith(head, [assertionOf("x", "y")], base);
    const [, reply] = findElements(testHtml(resultWith([failed])), "pre");
    expect(textIn(reply!)).toBe("Yes.↵\n");
  });

  it("lays out JSON replies", () => {
    const failed = failedWith(replyOf('{"a":1,"b":[]}'), [assertionOf("x", "y")]);
    const [reply] = findElements(testHtml(resultWith([failed])), "pre");
    expect(textIn(reply!)).toBe('{\n  "a": 1,\n  "b": []\n}');
  });

  it("without cases says so", () => {
    const text = words(findElements(testHtml(resultWith([], { prompts: [] })), "main")[0]!);
    expect(text).toContain("No case ran.");
  });

  it("marks the words of the trial that is shown first, in the first 200 cases", () => {
    const regressed = everyCase.cases.find(({ comparison }) => comparison === "regressed")!;
    const page = testHtml(resultWith(Array.from({ length: 230 }, () => regressed)));
    const cases = page.slice(0, page.indexOf("<h2>Prompts"));
    expect(cases.match(/<del>/g)).toHaveLength(200);
    expect(cases.match(/<ins>/g)).toHaveLength(200);
    expect(cases).toContain("Changed words are marked in the first 200 cases.");
    const small = testHtml(resultWith([regressed]));
    expect(small).not.toContain("Changed words are marked");
  });

  it("shows the target and what was found, above the replies of both sides", () => {
    const [refund] = findElements(page, "details", "case");
    const body = elementsOf(refund!).find((each) => attributeOf(each, "class") === "body");
    expect(words(body!)).toMatch(
      /^CONTAINS_ANY \["order number"\] prompts\/support.yaml:12 The reply does not contain any of the texts. Target order number Found Tell me your e-mail address. Base, trial 1: passed, score 1 Tell me your order number. .* Head, trial 1: failed, score 0 Tell me your e-mail address. /,
    );
    const failed = [
      assertionOf("JSON", "No.", { expected: ["a"], actual: ["b", "c"] }),
      assertionOf("call", "No.", { expected: ["look"], actual: [] }),
      assertionOf("not CONTAINS_ANY", "No.", { expected: ["Secret"], negate: true }),
    ];
    const reply = replyOf(`${"long ".repeat(200)}a secret${" end".repeat(200)}`);
    const found = findElements(testHtml(resultWith([failedWith(reply, failed)])), "dd").map(words);
    expect(found.slice(0, 5)).toEqual(["a", "b · c", "look", "nothing", "Secret"]);
    expect(found[5]).toMatch(/^…[a-z ]* a secret end [a-z ]*…$/);
  });

  it("has a bounded size, and says what is left out", () => {
    const [failed] = everyCase.cases;
    const reply = replyOf("&".repeat(1_000_000));
    const huge = { ...failed!, head: sideOf(trialOf("failed", reply), trialOf("failed", reply)) };
    const cases = Array.from({ length: 12_000 }, () => huge);
    const warnings = Array.from({ length: 2000 }, () => "A warning.");
    const prompts = Array.from({ length: 2000 }, () => everyCase.prompts[0]!);
    const page = testHtml(resultWith(cases.slice(0, 100), { warnings, prompts }), reply.text);
    expect(page.length).toBeLessThan(10_000_000);
    expect(page).toContain("(990000 more characters)");
    expect(page).toMatch(/The first \d\d cases have their replies. The JSON report has all./);
    expect(page).toContain("And 1500 more.");
    expect(page).toContain("3800 more rows are left out");
    expect(page).toContain("1900 more are in the JSON report.");
    const many = testHtml(resultWith(cases.map((each) => ({ ...each, head: sideOf() }))));
    expect(findElements(many, "details", "case")).toHaveLength(10_000);
    expect(many).toContain("2000 more cases in the JSON report.");
  });

  it("of 10,000 cases grows with their replies only", () => {
    const [failed] = everyCase.cases;
    const cases = Array.from({ length: 10_000 }, (_item, index) => ({
      ...failed!,
      address: `evaluation/Support/case ${index}`,
    }));
    const bytes = testHtml(resultWith(cases)).length / cases.length;
    expect(bytes).toBeLessThan(5000);
  });
});

/** Elements that a report has; none of them can make a request but `script`. */
const expectedElements = new Set(
  `html head meta title style body header h1 h2 h3 p main ul li code span details summary div section
   pre br ins del table caption thead tbody tr th td label input dl dt dd nav a footer script`.split(
    /\s+/,
  ),
);

/** Attributes whose values are the program's. */
const expectedAttributes: Readonly<Record<string, RegExp>> = {
  lang: /^en$/,
  charset: /^utf-8$/,
  name: /^viewport$/,
  content:
    /^(?:width=device-width|default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[\w+/=]+')$/,
  "http-equiv": /^Content-Security-Policy$/,
  class:
    /^(?:bad|good|warn|muted|state (?:bad|good|warn)|why|case|body|body muted|sides|missed|found|long|controls|search|states|bar (?:base|head))$/,
  href: /^#(?:loosened|removed|unmeasured|warnings)$/,
  "data-state": /^[a-z, ]+$/,
  open: /^$/,
  hidden: /^$/,
  checked: /^$/,
  type: /^(?:checkbox|search)$/,
  value: /^[a-z, ]+$/,
  id: /^(?:shown|loosened|removed|unmeasured|warnings)$/,
  role: /^(?:status|group)$/,
  "aria-label": /^(?:Notices|Verdict)$/,
  tabindex: /^0$/,
  scope: /^(?:row|col)$/,
  style: /^width: [\d.]+rem$/,
};

/** What a page has besides the elements and attributes of the program. */
function flawsOf(page: string): string[] {
  const elements = elementsOf(parse(page));
  const scripts = elements.filter(({ tagName }) => tagName === "script").map(textIn);
  return [
    ...elements.filter(({ tagName }) => !expectedElements.has(tagName)).map((e) => e.tagName),
    ...elements.flatMap(({ attrs }) =>
      attrs
        .filter(({ name, value }) => !expectedAttributes[name]?.test(value))
        .map(({ name, value }) => `${name}=${value}`),
    ),
    ...scripts.filter((script) => script !== reportScript),
    ...(scripts.length === 1 ? [] : [`${scripts.length} scripts`]),
    ...(page.replaceAll("\t", "").match(unsafeCharacter) ?? []),
  ];
}

/** The texts of the elements with a class, without those of their parts. */
const marked = (page: string, name: string, mark: string): string[] =>
  findElements(page, name, mark).map(words);

it("the outcome of a reply has a colour, also if nothing blocks", () => {
  const suspect = everyCase.cases.find(({ comparison }) => comparison === "suspect")!;
  const page = testHtml(resultWith([suspect], { verdict: "passed", exitCode: 0 }));
  expect(["summary", "h3"].map((name) => findElements(page, name).map(words).slice(-8))).toEqual([
    expect.arrayContaining([
      "Trial 3: base passed, head failed",
      "Trial 2: base passed, head passed",
    ]),
    expect.arrayContaining(["Head, trial 1: failed, score 0"]),
  ]);
  const count = (text: string, mark: string): number =>
    marked(page, "span", mark).filter((each) => each === text).length;
  expect([count("failed", "bad"), count("passed", "good")]).toEqual([3, 7]); // in 6 h3 and 2 summary
});

it("a changed test is red if it blocks", () => {
  const [easier, ...others] = everyCase.loosened;
  const loosened = [{ ...easier!, blocks: true as const }, ...others];
  expect(marked(testHtml(resultWith([], { loosened })), "span", "bad")).toEqual([
    "threshold 1 → 0.5 (looser)",
  ]);
});

describe("hostile texts", () => {
  const texts = hostileTexts(...allCategories);
  const more = ['" onload="x', "' onload='x", "</pre><style>", "<!--", "&#60;img&#62;", "</title>"];

  it.each([...texts, ...more].map((text) => [JSON.stringify(text).slice(0, 40), text]))(
    "are text: %s",
    (_name, text) => {
      const page = testHtml(hostileResult(text), text.replace(unsafeCharacter, ""));
      expect(flawsOf(page)).toEqual([]);
      expect(findElements(page, "details", "case")).toHaveLength(5);
    },
  );

  it("and the reading of a page finds what is not", () => {
    const page = testHtml(resultWith([caseOf("x", {})]));
    expect(flawsOf(page)).toEqual([]);
    for (const flaw of ["<img>", "<p onload=x>", "<script>1</script>", "\u202e", "<a href=x>"])
      expect(flawsOf(page.replace("<main>", `<main>${flaw}`))).not.toEqual([]);
  });
});

describe("the script", () => {
  it("is the only one that the page permits", () => {
    const page = testHtml(everyCase);
    const [script] = findElements(page, "script");
    const policy = attributeOf(findElements(page, "meta")[2]!, "content");
    const digest = createHash("sha256").update(textIn(script!)).digest("base64");
    expect(policy).toContain(`script-src 'sha256-${digest}'`);
  });
});
