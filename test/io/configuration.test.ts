import { describe, expect, it } from "vitest";
import { configurationGrammar } from "../../src/cli/project.ts";
import { Failure } from "../../src/engine/model/failure.ts";
import { comparableUrl } from "../../src/io/base-url.ts";
import { readConfiguration, type LoadedConfiguration } from "../../src/io/configuration.ts";
import { kinds } from "../../src/kinds.ts";
import { folderOf } from "./folder.ts";

const from = (cwd: string, given?: string): Promise<LoadedConfiguration> =>
  readConfiguration(kinds, configurationGrammar, cwd, given);

/** What a promptctl.yaml with this text is found to say wrong, as `location code message hint`. */
async function mistakesIn(text: string | Uint8Array): Promise<string[]> {
  await using folder = folderOf({ "promptctl.yaml": text });
  return (await from(folder.path)).diagnostics.map(({ location, code, message, hint }) =>
    [`${location.file}:${location.line}:${location.column}`, code, message, hint]
      .filter(Boolean)
      .join(" "),
  );
}

async function failureOf(work: () => Promise<unknown>): Promise<Failure> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  return expect.fail("it came off");
}

describe("what the file says", () => {
  const defaults = {
    definitions: "prompts",
    baseUrl: undefined,
    prune: false,
    scope: ["*"],
    maxDeletePercent: 30,
    pins: {},
    capabilities: { evaluationUpdate: false, evaluationDeleteCascades: false },
  };

  it.each([
    ["nothing", "", {}],
    ["comments only", "# later\n", {}],
    [
      "a byte order mark and CRLF",
      "\uFEFFdefinitions: a\r\nprune: true\r\n",
      { definitions: "a", prune: true },
    ],
    [
      "everything",
      `definitions: defs
baseUrl: https://p.example.com/
prune: true
scope: ["tool/*"]
limits: { maxDeletePercent: 50 }
pins: { "https://p.example.com/": { "prompt/A": "1" } }
service: { evaluationUpdate: true, evaluationDeleteCascades: true }
`,
      {
        definitions: "defs",
        baseUrl: "https://p.example.com/",
        prune: true,
        scope: ["tool/*"],
        maxDeletePercent: 50,
        pins: { "https://p.example.com": { "prompt/A": "1" } },
        capabilities: { evaluationUpdate: true, evaluationDeleteCascades: true },
      },
    ],
    [
      "half of service",
      "service: { evaluationUpdate: true }",
      {
        capabilities: { evaluationUpdate: true, evaluationDeleteCascades: false },
      },
    ],
  ])("%s: the rest takes its defaults", async (_, text, said) => {
    await using folder = folderOf({ "promptctl.yaml": text });
    expect(await from(folder.path)).toEqual({
      settings: { root: folder.path, ...defaults, ...said },
      diagnostics: [],
    });
  });

  it("two pins of one service, written differently, are one list", async () => {
    const text = `pins:
  https://p.example.com: { tool/a: "1" }
  https://p.example.com/: { tool/b: "2" }
`;
    await using folder = folderOf({ "promptctl.yaml": text });
    expect((await from(folder.path)).settings.pins).toEqual({
      "https://p.example.com": { "tool/a": "1", "tool/b": "2" },
    });
  });
});

describe("mistakes, each with its place", () => {
  const keys = "definitions, baseUrl, prune, scope, limits, pins, service";
  it.each([
    [
      "an unknown key near a known one",
      "prune: true\nbaseURL: x",
      ['promptctl.yaml:2:1 unknown-key Unknown key "baseURL". Did you mean "baseUrl"?'],
    ],
    [
      "an unknown key",
      "retries: 4",
      [`promptctl.yaml:1:1 unknown-key Unknown key "retries". Known keys: ${keys}.`],
    ],
    [
      "an unknown key within",
      "service:\n  evaluationUpdates: true",
      [
        'promptctl.yaml:2:3 unknown-key Unknown key "evaluationUpdates". Did you mean "evaluationUpdate"?',
      ],
    ],
    [
      "wrong types, all at once",
      "definitions: [a]\nprune: 'yes'\nscope: tool/*",
      [
        'promptctl.yaml:1:14 wrong-type "definitions" has the wrong type: expected string, found list.',
        'promptctl.yaml:2:8 wrong-type "prune" has the wrong type: expected boolean, found string.',
        'promptctl.yaml:3:8 wrong-type "scope" has the wrong type: expected list, found string.',
      ],
    ],
    [
      "an empty folder",
      'definitions: ""',
      ['promptctl.yaml:1:14 wrong-value "definitions" must not be empty.'],
    ],
    [
      "a percentage beyond all",
      "limits: { maxDeletePercent: 130 }",
      ['promptctl.yaml:1:29 wrong-value "maxDeletePercent" must be 100 or less, not 130.'],
    ],
    [
      "an id that is a number",
      'pins: { "https://p.example": { tool/a: 12 } }',
      [
        'promptctl.yaml:1:40 wrong-type "tool/a" has the wrong type: expected string, found number. Put it in quotes: "12".',
      ],
    ],
    [
      "a pin of what has no name",
      'pins:\n  "https://p.example":\n    evaluation/A/b: "1"',
      [
        'promptctl.yaml:3:5 wrong-pin "evaluation/A/b" cannot be pinned. Only resources with a name can be pinned: tool/… and prompt/….',
      ],
    ],
    [
      "a pin without its kind",
      'pins: { "https://p.example": { lookup: "1" } }',
      [
        'promptctl.yaml:1:32 wrong-pin "lookup" cannot be pinned. Only resources with a name can be pinned: tool/… and prompt/….',
      ],
    ],
    [
      "several documents",
      "prune: true\n---\nprune: false",
      ["promptctl.yaml:3:1 several-documents promptctl.yaml must contain one document."],
    ],
    [
      "a list",
      "- prune",
      ["promptctl.yaml:1:1 not-a-mapping A document must be a mapping of keys to values."],
    ],
    [
      "a key twice",
      "prune: true\nprune: false",
      ["promptctl.yaml:2:1 yaml-syntax Duplicate key in this mapping."],
    ],
    [
      "broken YAML",
      "scope: [tool/*\nprune: true\n",
      ["promptctl.yaml:1:8 yaml-syntax This bracket is never closed. Add ] where it ends."],
    ],
    [
      "a tab",
      "service:\n\tevaluationUpdate: true",
      ["promptctl.yaml:2:1 yaml-syntax Tabs cannot indent YAML. Use spaces."],
    ],
  ])("%s", async (_, text, expected) => {
    expect(await mistakesIn(text)).toEqual(expected);
  });

  it("a file that is not UTF-8 is told as that", async () => {
    expect((await mistakesIn(Buffer.from("definitions: pr\xe9fix\n", "latin1"))).join()).toContain(
      "not UTF-8",
    );
  });

  it("a folder of that name is a failure with words", async () => {
    await using folder = folderOf({ "promptctl.yaml/a.txt": "" });
    expect(await failureOf(() => from(folder.path))).toMatchObject({ class: "invalid" });
  });
});

it.each([
  ["https://p.example.com/", "https://p.example.com"],
  ["https://p.example.com/team//", "https://p.example.com/team"],
  ["HTTPS://P.Example.com:443/A", "https://p.example.com/A"],
  ["https://p.example.com/a?b=c#d", "https://p.example.com/a"],
  ["http://localhost:4100", "http://localhost:4100"],
  ["local", "local"],
])("%s is compared as %s", (url, comparable) => {
  expect(comparableUrl(url)).toBe(comparable);
});
