import {
  originHeaderText,
  parseOriginHeader,
  publicAddress,
  reportedVersions,
  readOrigin,
} from "../../../src/engine/history/origin-header.ts";
import { describe, expect, it } from "vitest";
import { maxOriginLength, type Origin } from "../../../src/engine/model/origin.ts";
import { schemas } from "../../../src/generated/schemas.ts";
import { Ajv } from "ajv";

const commit = "0123456789abcdef0123456789abcdef01234567";
const minimal = { commit, dirty: false };
const whole: Origin = {
  commit,
  dirty: true,
  path: "prompts/a.yaml",
  repository: "https://github.com/o/r",
  ref: "refs/heads/main",
  pullRequest: 7,
  run: "https://github.com/o/r/actions/runs/1",
};
const schema = new Ajv().compile(schemas()["wire/origin"]!);

describe("an origin is accepted by reader and schema alike", () => {
  it.each<[string, object]>([
    ["with a commit only", minimal],
    ["with all fields", whole],
    [
      "with an @ in the path of the repository",
      { ...minimal, repository: "https://a.example/@b/c" },
    ],
    ["with a SHA-256", { ...minimal, commit: commit + "0123456789abcdef01234567" }],
  ])("%s", (_name, value) => {
    expect(readOrigin(value as never)).toEqual(value);
    expect(schema(value)).toBe(true);
  });

  it("without fields that are not known", () => {
    expect(readOrigin({ ...minimal, author: "a@example.com", __proto__: null })).toEqual(minimal);
  });
});

describe("an origin is refused by reader and schema alike", () => {
  it.each<[string, unknown]>([
    ["no object", [minimal]],
    ["without a commit", { dirty: false }],
    ["without dirty", { commit }],
    ["a branch as its commit", { ...minimal, commit: "main" }],
    ["a commit in upper case", { ...minimal, commit: commit.toUpperCase() }],
    ["a commit and a path", { ...minimal, commit: `${commit}/../..` }],
    ["a commit and a line break", { ...minimal, commit: `${commit}\n` }],
    ["a local path as repository", { ...minimal, repository: "/srv/git/r" }],
    ["a file URL as repository", { ...minimal, repository: "file:///srv/git/r" }],
    ["a script as repository", { ...minimal, repository: "javascript:alert(1)" }],
    ["a password in the repository", { ...minimal, repository: "https://u:p@example.com/r" }],
    ["a query in the run", { ...minimal, run: "https://example.com/r?token=1" }],
    ["a fragment in the run", { ...minimal, run: "https://example.com/r#a" }],
    ["a repository with a final slash", { ...minimal, repository: "https://a.example/b/" }],
    ["a pull request that is no number", { ...minimal, pullRequest: "7" }],
    ["an empty path", { ...minimal, path: "" }],
  ])("%s", (_name, value) => {
    expect(readOrigin(value as never)).toBeUndefined();
    expect(schema(value)).toBe(false);
  });
});

describe("the header", () => {
  it("is ASCII and has the same values", () => {
    const origin = { ...whole, path: "prompts/zwölf \u{1f389}\u007f\u0000.yaml" };
    const text = originHeaderText(origin);
    expect(text).toMatch(/^[ -~]+$/);
    expect(parseOriginHeader(text)).toEqual(origin);
  });

  it.each<[string, number, (keyof Origin)[]]>([
    ["fits", 100, []],
    ["leaves out the run first", 1_850, ["run"]],
    ["then also the pull request and the ref", 1_925, ["run", "pullRequest", "ref"]],
    ["and the path last", 3_000, ["run", "pullRequest", "ref", "repository", "path"]],
  ])("of a path %s", (_name, length, without) => {
    const origin = { ...whole, path: "p".repeat(length) };
    const text = originHeaderText(origin);
    expect(text.length).toBeLessThanOrEqual(maxOriginLength);
    const left = Object.entries(origin).filter(([field]) => !without.includes(field as never));
    expect(parseOriginHeader(text)).toEqual(Object.fromEntries(left));
  });

  it.each([
    ["too long", originHeaderText(minimal) + " ".repeat(maxOriginLength)],
    ["not ASCII", JSON.stringify({ ...minimal, path: "zwölf" })],
    ["not JSON", "main"],
  ])("is refused if it is %s", (_name, text) => {
    expect(parseOriginHeader(text)).toBeUndefined();
  });
});

it.each<[string, object, boolean]>([
  ["a verified run", {}, true],
  ["one without an id", { runId: undefined }, true],
  ["one whose id is a number", { runId: 9 }, false],
  ["one without a repository", { repository: undefined }, false],
  ["one with an empty repository", { repository: "" }, false],
  ["one with a short commit", { commit: "abababa" }, false],
])("of a version, %s is read only if it is valid", (_name, changes, isRead) => {
  const run = { repository: "octo/shop", commit: "ab".repeat(20), runId: "9", ...changes };
  const [version] = reportedVersions([
    { number: 1, verifiedRun: { ...run, actor: "ann" } },
  ] as never);
  expect(version).toEqual({ number: 1, ...(isRead && { verifiedRun: run }) });
});

it("reported versions are newest first, in whichever order a service has them", () => {
  const reported = [4, 12, 5].map((number) => ({ number, keyName: `key-${number}` }));
  expect(reportedVersions([...reported, { number: "13" }])).toEqual([
    { number: 12, keyName: "key-12" },
    { number: 5, keyName: "key-5" },
    { number: 4, keyName: "key-4" },
  ]);
});

describe("an address", () => {
  it.each([
    ["https://github.com/o/r", "https://github.com/o/r"],
    ["https://user:token@git.example.com:8443/o/r/?a=b#c", "https://git.example.com:8443/o/r"],
    ["file:///home/me/r", undefined],
    ["git@github.com:o/r.git", undefined],
    ["ssh://git@github.com/o/r", undefined],
    ["", undefined],
  ])("%s is sent as %s", (text, expected) => {
    expect(publicAddress(text)).toBe(expected);
  });
});
