import { describe, expect, it } from "vitest";
import { configurationSchema } from "../../../src/cli/project/project.ts";
import { diagnosticMessage } from "../../../src/engine/text/diagnostic-text.ts";
import { readConfiguration } from "../../../src/project/settings/configuration.ts";
import { kinds } from "../../../src/kinds.ts";
import { folderOf } from "../../io/folder.ts";

/** The errors of a promptctl.yaml, as `line:column code message hint`. */
async function errorsOf(text: string): Promise<string[]> {
  await using folder = folderOf({ "promptctl.yaml": text });
  const { diagnostics } = await readConfiguration(kinds, configurationSchema, folder.path, ".");
  return diagnostics.map((each) => {
    const { message, hint } = diagnosticMessage(each);
    return [`${each.location.line}:${each.location.column}`, each.code, message, hint]
      .filter(Boolean)
      .join(" ");
  });
}

describe("errors of environments, each with its location", () => {
  const names = "Use lower-case letters, digits and hyphens, beginning with a letter.";
  const settable =
    "It can set parameters.FIELD, with these fields: provider, name, responseFormat, temperature, topP, topK, frequencyPenalty, presencePenalty, maxTokens, seed, toolChoice, stream, parallelToolCalls, options.reasoningEffort, options.stopSequences, options.strictTools, options.api. All else is the same in every environment.";
  it.each<[name: string, text: string, ...errors: string[]]>([
    [
      "a capital",
      "environments: { Prod: {} }",
      `1:17 wrong-environment "Prod" is not a valid name of an environment. ${names}`,
    ],
    [
      "the reserved name",
      "environments: { local: {} }",
      "1:17 wrong-environment The name local is reserved for the embedded service. Choose another name. --env local needs no entry.",
    ],
    [
      "a baseUrl beside them",
      "baseUrl: https://a.example\nenvironments: { a: {} }",
      "1:1 wrong-environment A project with environments has no baseUrl of its own. Move it into the environment that it belongs to.",
    ],
    [
      "after an environment that does not exist",
      "environments: { staging: {}, prod: { after: stagin } }",
      '1:45 wrong-environment There is no environment "stagin" that prod can be after. Did you mean "staging"?',
    ],
    [
      "after the embedded service",
      "environments: { staging: {}, prod: { after: local } }",
      "1:45 wrong-environment after: local is not possible: every machine has its own embedded service. Name staging.",
    ],
    [
      "after itself",
      "environments: { prod: { after: prod } }",
      "1:32 wrong-environment The environment prod is after itself. Remove it, or add an environment.",
    ],
    [
      "a cycle, once",
      "environments:\n  d: { after: a }\n  a: { after: b }\n  b: { after: c }\n  c: { after: a }",
      "3:15 wrong-environment The environments wait for each other: a after b after c after a. Remove after from one of them.",
    ],
    ["a chain, which is none", "environments: { a: {}, b: { after: a }, c: { after: b } }"],
    [
      "one address twice, in two spellings",
      "environments:\n  a: { baseUrl: https://p.example/ }\n  b: { baseUrl: https://P.example }",
      "3:17 wrong-environment The environment a has the same base URL (promptctl.yaml:2). Give each its own service.",
    ],
    [
      "a baseUrl with a placeholder",
      'environments: { eu-west: { baseUrl: "${X}" } }',
      '1:37 wrong-value "${X}" is not a URL: promptctl does not replace environment variables. Set PROMPTCTL_BASE_URL_EU_WEST to the URL instead.',
    ],
    [
      "baseUrl: local",
      "environments: { a: { baseUrl: local } }",
      "1:31 wrong-environment local is no base URL of an environment. Remove it. To use the embedded service: --env local",
    ],
    [
      "a name of a variable: a file never chooses it",
      "environments: { a: { apiKey: MY_KEY } }",
      '1:22 unknown-key Unknown key "apiKey". Known keys: baseUrl, protected, after, set, pins, prune, scope, keep, conflicts, limits, service.',
    ],
    [
      "a pattern of another kind",
      'environments:\n  a:\n    set: { "tool/x": { parameters.name: gpt-5.4 } }',
      '3:12 wrong-override "tool/x" is not a pattern of prompts. A pattern begins with prompt/, for example prompt/*.',
    ],
    [
      "a field that is no parameter",
      'environments:\n  a:\n    set: { "prompt/x": { messages: [] } }',
      `3:26 unknown-key An environment cannot set "messages". ${settable}`,
    ],
    ...["extra", "responseSchema", "extra.user"].map((option): [string, string, string] => [
      `the option ${option}`,
      `environments:\n  a:\n    set: { "prompt/x": { parameters.options.${option}: {} } }`,
      `3:26 unknown-key An environment cannot set "parameters.options.${option}". ${settable}`,
    ]),
    [
      "a misspelled option",
      'environments:\n  a:\n    set: { "prompt/x": { parameters.options.reasoningEfort: low } }',
      '3:26 unknown-key Unknown key "parameters.options.reasoningEfort". Did you mean "parameters.options.reasoningEffort"?',
    ],
    [
      "values outside of the schema",
      'environments:\n  a:\n    set: { "prompt/x": { parameters.temperature: warm, parameters.provider: META } }',
      '3:50 wrong-type "parameters.temperature" has the wrong type: expected number, found string.',
      '3:77 wrong-value "parameters.provider" must be ANTHROPIC or OPENAI, not "META".',
    ],
    [
      "an environment variable as a value",
      'environments:\n  a:\n    set: { "prompt/x": { parameters.maxTokens: "${MAX}" } }',
      '3:48 wrong-type "parameters.maxTokens" has the wrong type: expected number or null, found string. Write the value itself: definitions have no environment variables.',
    ],
    [
      "a pin of a resource without a name",
      'environments: { a: { pins: { "evaluation/A/b": x } } }',
      '1:30 wrong-pin "evaluation/A/b" cannot be pinned. Only resources with a name can be pinned: tool/… and prompt/….',
    ],
    [
      "pins that contradict those of the base URL",
      'pins: { "https://p.example/": { "prompt/A": x } }\nenvironments:\n  a: { baseUrl: "https://p.example", pins: { "prompt/A": y, "prompt/B": z } }',
      '3:58 wrong-pin The pins for https://p.example/ have another id for "prompt/A" (promptctl.yaml:1). Keep one of them.',
    ],
    [
      "a scope that matches nothing",
      'environments: { a: { scope: ["promt/*"] } }',
      '1:30 wrong-scope The pattern "promt/*" matches no resource. A pattern begins with tool/ or prompt/, for example tool/*.',
    ],
  ])("%s", async (_, text, ...expected) => {
    expect(await errorsOf(text)).toEqual(expected);
  });

  it("none in a complete file", async () => {
    const text = `definitions: prompts
pins: { "https://a.example": { "prompt/A": x } }
environments:
  a-1:
    baseUrl: https://a.example
    protected: true
    set: { "prompt/*": { parameters.topK: null } }
    pins: { "prompt/A": x, "tool/b": y }
    prune: true
    scope: ["prompt/*"]
    limits: { maxDeletePercent: 10 }
    service: { evaluationUpdate: true }
  b: {}
`;
    expect(await errorsOf(text)).toEqual([]);
  });
});
