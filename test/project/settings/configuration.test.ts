import { describe, expect, it } from "vitest";
import { configurationSchema } from "../../../src/cli/project/project.ts";
import { comparableUrl } from "../../../src/io/http/base-url.ts";
import {
  readConfiguration,
  type LoadedConfiguration,
} from "../../../src/project/settings/configuration.ts";
import { kinds } from "../../../src/kinds.ts";
import { folderOf, rejectionOf } from "../../io/folder.ts";

const from = (cwd: string, given?: string): Promise<LoadedConfiguration> =>
  readConfiguration(kinds, configurationSchema, cwd, given ?? ".");

/** The diagnostics of a promptctl.yaml with this text, as `location code message hint`. */
async function diagnosticsOf(text: string | Uint8Array): Promise<string[]> {
  await using folder = folderOf({ "promptctl.yaml": text });
  return (await from(folder.path)).diagnostics.map(({ location, code, message, hint }) =>
    [`${location.file}:${location.line}:${location.column}`, code, message, hint]
      .filter(Boolean)
      .join(" "),
  );
}

describe("the settings", () => {
  const defaults = {
    definitions: "prompts",
    include: [],
    baseUrl: undefined,
    prune: false,
    scope: ["*"],
    hasScope: false,
    keep: [],
    conflicts: "warn",
    maxDeletePercent: 30,
    maxResponseMiB: 256,
    pins: {},
    capabilities: { evaluationUpdate: false, evaluationDeleteCascades: false },
  };

  it.each([
    ["an empty file", "", {}],
    ["comments only", "# later\n", {}],
    [
      "a byte order mark and CRLF",
      "\uFEFFdefinitions: a\r\nprune: true\r\n",
      { definitions: "a", prune: true },
    ],
    [
      "all settings",
      `definitions: defs
include: [../, ./../..]
baseUrl: https://p.example.com/
prune: true
scope: ["tool/*"]
limits: { maxDeletePercent: 50 }
pins: { "https://p.example.com/": { "prompt/A": "1" } }
service: { evaluationUpdate: true, evaluationDeleteCascades: true }
`,
      {
        definitions: "defs",
        include: ["..", "../.."],
        baseUrl: "https://p.example.com/",
        prune: true,
        scope: ["tool/*"],
        hasScope: true,
        maxDeletePercent: 50,
        pins: { "https://p.example.com": { "prompt/A": "1" } },
        capabilities: { evaluationUpdate: true, evaluationDeleteCascades: true },
      },
    ],
    [
      "a part of service",
      "service: { evaluationUpdate: true }",
      {
        capabilities: { evaluationUpdate: true, evaluationDeleteCascades: false },
      },
    ],
  ])("%s: other settings have their defaults", async (_, text, settings) => {
    await using folder = folderOf({ "promptctl.yaml": text });
    expect(await from(folder.path)).toEqual({
      settings: { root: folder.path, ...defaults, ...settings },
      diagnostics: [],
    });
  });

  it("pins of one service under two spellings of its URL are merged", async () => {
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

describe("errors, each with its location", () => {
  it.each([
    [
      "an unknown key near a known one",
      "prune: true\nbaseURL: x",
      ['promptctl.yaml:2:1 unknown-key Unknown key "baseURL". Did you mean "baseUrl"?'],
    ],
    ...["allow-commands: true", "allowCommands: true", "test: { allow-commands: true }"].map(
      (text): [string, string, string[]] => {
        const [, key] = /(allow.*?):/.exec(text)!;
        const at = `promptctl.yaml:1:${text.indexOf(key!) + 1}`;
        const hint =
          "No file can allow commands: only the flag --allow-commands, or the input allow-commands of a workflow.";
        return [
          `a file that allows commands: ${text}`,
          text,
          [`${at} unknown-key Unknown key "${key}". ${hint}`],
        ];
      },
    ),
    [
      "wrong types, all at once",
      "definitions: [a]\nprune: 'yes'\nscope: tool/*",
      [
        'promptctl.yaml:1:14 wrong-type "definitions" has the wrong type: expected string, found list.',
        'promptctl.yaml:2:8 wrong-type "prune" has the wrong type: expected boolean, found string. Write true or false. In YAML 1.2, yes is text.',
        'promptctl.yaml:3:8 wrong-type "scope" has the wrong type: expected list, found string.',
      ],
    ],
    [
      "a percentage over 100",
      "limits: { maxDeletePercent: 130 }",
      ['promptctl.yaml:1:29 wrong-value "maxDeletePercent" must be 100 or less, not 130.'],
    ],
    [
      "a pin of a resource without a name",
      'pins:\n  "https://p.example":\n    evaluation/A/b: "1"',
      [
        'promptctl.yaml:3:5 wrong-pin "evaluation/A/b" cannot be pinned. Only resources with a name can be pinned: tool/… and prompt/….',
      ],
    ],
    [
      "pins under texts that are no base URLs",
      "pins:\n  production: { tool/a: '1' }\n  https://p.example/sdk/v1: { tool/a: '1' }\n  local: { tool/a: '1' }",
      [
        'promptctl.yaml:2:3 wrong-pin "production" is not a URL. A base URL looks like https://prompts.example.com.',
        "promptctl.yaml:3:3 wrong-pin The base URL ends with /sdk/v1, which promptctl adds itself. Remove /sdk/v1.",
      ],
    ],
    [
      "patterns of scope that match nothing",
      'scope: ["*", "p*", "prompt/A", "t*l/a", "tools/*", "Support *", "https://p.example"]',
      ["tools/*", "Support *", "https://p.example"].map(
        (pattern, index) =>
          `promptctl.yaml:1:${[41, 52, 65][index]} wrong-scope The pattern "${pattern}" matches no resource. A pattern begins with tool/ or prompt/, for example tool/*.`,
      ),
    ],
    [
      "folders of include from which nothing can be included",
      'include: [../no, ../sh*/deep/.., .., prompts/texts, ., "C:/x", /etc, "..\\\\x", ../.git, ../a/../.b]',
      [
        'promptctl.yaml:1:11 wrong-include There is no folder "../no". Name a folder relative to promptctl.yaml, or remove the entry.',
        'promptctl.yaml:1:18 wrong-include The path "../sh*/deep/.." has "." or ".." after a folder. Write "../sh*".',
        'promptctl.yaml:1:38 wrong-include The folder "prompts/texts" is inside the project. Remove it: all files of the project can be included.',
        'promptctl.yaml:1:53 wrong-include The folder "." is inside the project. Remove it: all files of the project can be included.',
        'promptctl.yaml:1:56 wrong-include The path "C:/x" is absolute. Write it relative to promptctl.yaml, with / between folders, for example ../shared.',
        'promptctl.yaml:1:64 wrong-include The path "/etc" is absolute. Write it relative to promptctl.yaml, with / between folders, for example ../shared.',
        String.raw`promptctl.yaml:1:70 wrong-include The path "..\\x" has a backslash. Write it relative to promptctl.yaml, with / between folders, for example ../shared.`,
        'promptctl.yaml:1:79 wrong-include "../.git" has a part that begins with a dot. Files in such folders are not included.',
        'promptctl.yaml:1:88 wrong-include The path "../a/../.b" has "." or ".." after a folder. Write "../.b".',
      ],
    ],
    [
      "an environment variable as base URL",
      "baseUrl: ${BASE_URL}",
      [
        'promptctl.yaml:1:10 wrong-value "${BASE_URL}" is not a URL: promptctl does not replace environment variables. Set PROMPTCTL_BASE_URL to the URL instead.',
      ],
    ],
    [
      "several documents",
      "prune: true\n---\nprune: false",
      ["promptctl.yaml:3:1 several-documents promptctl.yaml must contain one document."],
    ],
  ])("%s", async (_, text, expected) => {
    expect(await diagnosticsOf(text)).toEqual(expected);
  });

  it("a folder with the name of the file is a Failure", async () => {
    await using folder = folderOf({ "promptctl.yaml/a.txt": "" });
    expect(await rejectionOf(from(folder.path))).toMatchObject({ class: "invalid" });
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

it.each([
  ["baseUrl: prompts.example.com", "baseUrl: prompts.example.com"],
  ["baseUrl: https://me:secret@p.example.com", ""],
  ["baseUrl: https://p.example.com?token=secret", ""],
])("the error of %s shows the line: %s", async (text, shown) => {
  await using folder = folderOf({ "promptctl.yaml": text });
  const { diagnostics } = await readConfiguration(kinds, configurationSchema, folder.path, ".");
  expect(diagnostics.map(({ location }) => location.text)).toEqual([shown]);
});
