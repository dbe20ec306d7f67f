import { describe, expect, it } from "vitest";
import { insertedText, lineOfWords, parseLine } from "../../src/cli/shell-line.ts";

describe("the words of a Bash line", () => {
  it.each([
    ["promptctl", [""]],
    ["promptctl ", [""]],
    ["promptctl pl", ["pl"]],
    ["  promptctl  plan   ", ["plan", ""]],
    [String.raw`promptctl run prompt/Support\ tri`, ["run", "prompt/Support tri"]],
    [`promptctl run "prompt/Support tri`, ["run", "prompt/Support tri"]],
    [`promptctl run 'a\\b' c`, ["run", "a\\b", "c"]],
    [String.raw`promptctl run "say \"hi\" \n`, ["run", String.raw`say "hi" \n`]],
    ["promptctl plan --target=prompt/a", ["plan", "--target=prompt/a"]],
  ])("%s", (line, words) => {
    expect(parseLine(line).words).toEqual(words);
  });
});

describe("the text that Bash inserts", () => {
  it.each([
    ["promptctl run prompt/S", "prompt/Support triage", String.raw`prompt/Support\ triage`],
    [`promptctl run "prompt/S`, "prompt/Support triage", "prompt/Support triage"],
    [`promptctl run 'prompt/S`, "prompt/Support triage", "prompt/Support triage"],
    ["promptctl plan --target=pro", "--target=prompt/a b", String.raw`prompt/a\ b`],
    ["promptctl run prompt/a:", "prompt/a:b c", String.raw`b\ c`],
    [`promptctl run pro"mpt`, "prompt/a b", "mpt/a b"],
    [`promptctl run "$`, '$a`b"\\', String.raw`\$a\`b\"\\`],
    ["promptctl run '", "it's", String.raw`it'\''s`],
    ["promptctl run ", "$(touch x);é*", String.raw`\$\(touch\ x\)\;é\*`],
  ])("%s", (line, value, text) => {
    expect(insertedText("bash", parseLine(line), value)).toBe(text);
  });
});

it("Zsh and fish quote candidates themselves; the last word of fish has its quotes", () => {
  expect(lineOfWords("zsh", ["run", "prompt/a b"]).words).toEqual(["run", "prompt/a b"]);
  expect(lineOfWords("fish", ["run", String.raw`prompt/a\ b`]).words).toEqual([
    "run",
    "prompt/a b",
  ]);
  expect(lineOfWords("fish", ["run", `"prompt/a b`]).words).toEqual(["run", "prompt/a b"]);
  expect(lineOfWords("fish", []).words).toEqual([""]);
  for (const shell of ["zsh", "fish"] as const)
    expect(insertedText(shell, lineOfWords(shell, []), "a b")).toBe("a b");
});
