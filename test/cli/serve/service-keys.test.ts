// The keys of `serve`, from the texts of its variables.
import { describe, expect, it } from "vitest";
import { readServiceKeys, shortKeysWarning } from "../../../src/cli/serve/service-keys.ts";

const named = (...rows: readonly object[]): string => JSON.stringify(rows);
const ci = { name: "ci", scope: "read", key: "SECRET-a" };
const write = (key: string): object => ({ key, scope: "write" });

describe("the keys", () => {
  it.each<[string, Record<string, string>, readonly object[]]>([
    ["of no variable", {}, []],
    ["of empty variables", { PROMPTCTL_SERVE_NAMED_KEYS: " ", PROMPTCTL_SERVE_KEYS: "" }, []],
    ["without names", { PROMPTCTL_SERVE_KEYS: "a:b, c" }, [write("a:b"), write("c")]],
    ["on lines", { PROMPTCTL_SERVE_KEYS: "a,b\nc\n" }, [write("a,b"), write("c")]],
    ["of the client", { PROMPTCTL_API_KEY: "a,b" }, [write("a,b")]],
    [
      "without that of the client",
      { PROMPTCTL_SERVE_KEYS: "a", PROMPTCTL_API_KEY: "b" },
      [write("a")],
    ],
    ["with names", { PROMPTCTL_SERVE_NAMED_KEYS: named(ci), PROMPTCTL_API_KEY: "b" }, [ci]],
    [
      "with and without names",
      { PROMPTCTL_SERVE_NAMED_KEYS: named(ci), PROMPTCTL_SERVE_KEYS: "b" },
      [ci, write("b")],
    ],
    [
      "of which two have one name",
      { PROMPTCTL_SERVE_NAMED_KEYS: named(ci, { ...ci, key: "b" }) },
      [ci, { ...ci, key: "b" }],
    ],
    [
      "that may write in both variables",
      {
        PROMPTCTL_SERVE_NAMED_KEYS: named({ ...ci, scope: "write" }),
        PROMPTCTL_SERVE_KEYS: "SECRET-a",
      },
      [{ ...ci, scope: "write" }],
    ],
  ])("%s", (_, env, keys) => {
    expect(readServiceKeys(env)).toEqual(keys);
  });
});

describe("keys are refused, without a part of a key in the message,", () => {
  it.each<[string, string, string]>([
    ["text that is not JSON", "SECRET", "is not a JSON list of at least one key"],
    ["an object", '{"SECRET": 1}', "is not a JSON list of at least one key"],
    ["an empty list", "[]", "is not a JSON list of at least one key"],
    ["a text in the list", '["SECRET"]', "has a value that is no object in item 1"],
    ["an empty object", "[{}]", "has no name, scope or key in item 1"],
    ["no scope", named({ name: "a", key: "SECRET" }), "has no scope in item 1"],
    [
      "a key in place of the name of a field",
      named({ name: "a", scope: "read", SECRET: "" }),
      "has no key in item 1",
    ],
    [
      "one more field",
      named({ ...ci, SECRET: "SECRET" }),
      "has a field that is none of name, scope, key in item 1",
    ],
    [
      "an empty name",
      named(ci, { ...ci, name: "" }),
      "has an invalid name (1 to 64 letters, digits, `.`, `_` and `-`) in item 2",
    ],
    [
      "a name with a line break",
      named({ ...ci, name: "a\nb" }),
      "has an invalid name (1 to 64 letters, digits, `.`, `_` and `-`) in item 1",
    ],
    [
      "a long name",
      named({ ...ci, name: "a".repeat(65) }),
      "has an invalid name (1 to 64 letters, digits, `.`, `_` and `-`) in item 1",
    ],
    [
      "an unknown scope",
      named({ ...ci, scope: "SECRET" }),
      "has a scope that is none of read, run, write in item 1",
    ],
    [
      "an empty key",
      named({ ...ci, key: "" }),
      "has an invalid key (empty, with spaces around it, or with a character that is not printable ASCII) in item 1",
    ],
    [
      "a key with a space at its end",
      named({ ...ci, key: "SECRET " }),
      "has an invalid key (empty, with spaces around it, or with a character that is not printable ASCII) in item 1",
    ],
    [
      "a key with a line break",
      named({ ...ci, key: "SECRET\na" }),
      "has an invalid key (empty, with spaces around it, or with a character that is not printable ASCII) in item 1",
    ],
    ...["k\u00fcche", "a\u200bb", "key\u2026", "a\tb", "\ufffd"].map(
      (character): [string, string, string] => [
        `a character that no client can send: ${JSON.stringify(character)}`,
        named({ ...ci, key: `SECRET-${character}` }),
        "has an invalid key (empty, with spaces around it, or with a character that is not printable ASCII) in item 1",
      ],
    ),
    ["one key twice", named(ci, { ...ci, name: "b" }), "has the key of an earlier item in item 2"],
  ])("with %s", (_, text, message) => {
    const read = (): unknown => readServiceKeys({ PROMPTCTL_SERVE_NAMED_KEYS: text });
    expect(read).toThrow(`PROMPTCTL_SERVE_NAMED_KEYS ${message}.`);
    expect(read).not.toThrow("SECRET");
  });

  it.each([
    "one\u0007key",
    ",",
    "a,,b",
    "a\n\nb",
    "k\u00fcche",
    "a\u200bb",
    "key\u2026",
    "a\tb",
    "\ufffd\u{1f600}",
  ])("without names: %j", (PROMPTCTL_SERVE_KEYS) => {
    const read = (): unknown => readServiceKeys({ PROMPTCTL_SERVE_KEYS });
    expect(read).toThrow(
      "PROMPTCTL_SERVE_KEYS contains an invalid API key: empty, or with a character that no client can send in a header (line breaks and what is not printable ASCII).",
    );
  });

  it("from a file, with the name of its variable", () => {
    const files = { PROMPTCTL_SERVE_NAMED_KEYS_FILE: "a", PROMPTCTL_SERVE_KEYS_FILE: "b" };
    expect(() => readServiceKeys({ ...files, PROMPTCTL_SERVE_NAMED_KEYS: "[]" })).toThrow(
      "PROMPTCTL_SERVE_NAMED_KEYS_FILE (a) is not a JSON list",
    );
    expect(() => readServiceKeys({ ...files, PROMPTCTL_SERVE_KEYS: "a,," })).toThrow(
      "PROMPTCTL_SERVE_KEYS_FILE (b) contains an invalid API key",
    );
  });

  it("with a key that may read and, in the other variable, write", () => {
    const env = { PROMPTCTL_SERVE_NAMED_KEYS: named(ci), PROMPTCTL_SERVE_KEYS: "SECRET-a" };
    const read = (): unknown => readServiceKeys(env);
    expect(read).toThrow(
      "The key ci of PROMPTCTL_SERVE_NAMED_KEYS is also in PROMPTCTL_SERVE_KEYS, whose keys have the scope write.",
    );
    expect(read).not.toThrow("SECRET");
  });
});

it.each<[string, readonly { key: string; name?: string }[], string]>([
  ["no key", [], ""],
  ["keys of 20 characters", [{ key: "k".repeat(20) }], ""],
  [
    "a key of 19 characters",
    [{ key: "k".repeat(19) }],
    "An API key has fewer than 20 characters and",
  ],
  [
    "two keys with one name",
    [
      { key: "a", name: "ci" },
      { key: "b", name: "ci" },
    ],
    "An API key has fewer than 20 characters (ci) and",
  ],
])("the warning of short keys, with %s", (_, keys, warning) => {
  const text = shortKeysWarning(keys.map((each) => ({ scope: "read", ...each })));
  if (warning === "") expect(text).toBe("");
  else expect(text.startsWith(`${warning} can be guessed.`)).toBe(true);
});
