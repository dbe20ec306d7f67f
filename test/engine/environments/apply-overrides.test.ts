import { describe, expect, it } from "vitest";
import { definitionSchemas } from "../../../src/cli/project/project.ts";
import { environmentsOf } from "../../../src/engine/environments/environment.ts";
import { kinds } from "../../../src/kinds.ts";
import { load, type Project } from "../../../src/sync/load/load.ts";
import { parse } from "yaml";
import { filesOf, formatDiagnostic } from "../../fixtures/in-memory.ts";

const prompt = (name: string, parameters: string): string => `kind: prompt
name: ${name}
parameters: { ${parameters} }
messages: [{ role: user, content: Hello }]
---
`;

const definitions = [
  prompt("Support triage", "provider: ANTHROPIC, name: claude-sonnet-5-5"),
  prompt("Support refund", "provider: ANTHROPIC, name: claude-sonnet-5-5, temperature: 0.2"),
  prompt("Greeter", "provider: OPENAI, name: gpt-5.4"),
  "kind: prompt\nname: Legal\nexternal: true\n---\n",
  "kind: tool\nname: prompt\ndescription: A tool.\nparameters: { type: object }\n",
].join("");

/** Loads the definitions in an environment with these entries of `set`, lines from 4 on. */
function loadWith(set: string): Promise<Project> {
  const text = `environments:\n  staging:\n    set:\n${set.replace(/^/gm, "      ")}\n`;
  const [environment] = environmentsOf(parse(text), { path: "promptctl.yaml", text });
  return load(kinds, definitionSchemas, filesOf(definitions), environment!.overrides);
}

/** A parameter of each prompt that has a value for it. */
function parameterOf({ definitions: all }: Project, field: string): Record<string, unknown> {
  const values = all.flatMap(({ name, spec }) => {
    const value = (spec["parameters"] as Record<string, unknown> | undefined)?.[field];
    return value === undefined || name === "prompt" ? [] : [[name, value]];
  });
  return Object.fromEntries(values);
}

describe("the override that counts", () => {
  const base = { "Support triage": 1, "Support refund": 0.2, Greeter: 1 };
  it.each([
    [
      "a pattern for all",
      '"prompt/*": { parameters.temperature: 0.5 }',
      { "Support triage": 0.5, "Support refund": 0.5, Greeter: 0.5 },
    ],
    [
      "a pattern for some",
      '"prompt/Support *": { parameters.temperature: 0.5 }',
      { "Support triage": 0.5, "Support refund": 0.5 },
    ],
    [
      "the more specific of three, in any order",
      '"prompt/Support t*": { parameters.temperature: 0.7 }\n"prompt/*": { parameters.temperature: 0.5 }\n"prompt/Support triage": { parameters.temperature: 0.9 }',
      { "Support triage": 0.9, "Support refund": 0.5, Greeter: 0.5 },
    ],
    [
      "values of different fields from different patterns",
      '"prompt/Support triage": { parameters.maxTokens: 10 }\n"prompt/Support *": { parameters.temperature: 0.5 }',
      { "Support triage": 0.5, "Support refund": 0.5 },
    ],
    [
      "one of two with the same value, neither being more specific",
      '"prompt/Support *": { parameters.temperature: 0.5 }\n"prompt/*triage": { parameters.temperature: 0.5 }',
      { "Support triage": 0.5, "Support refund": 0.5 },
    ],
    [
      "of two that disagree, a third that is more specific",
      '"prompt/Support *": { parameters.temperature: 0.5 }\n"prompt/*triage": { parameters.temperature: 0.6 }\n"prompt/Support triage": { parameters.temperature: 0.7 }',
      { "Support triage": 0.7, "Support refund": 0.5 },
    ],
  ])("%s", async (_, set, changed) => {
    const project = await loadWith(set);
    expect(parameterOf(project, "temperature")).toEqual({ ...base, ...changed });
  });

  it("null is the default of the field", async () => {
    const project = await loadWith('"prompt/Greeter": { parameters.maxTokens: null }');
    expect(parameterOf(project, "maxTokens")["Greeter"]).toBe(null);
  });

  it("a provider together with its model", async () => {
    const project = await loadWith(
      '"prompt/*": { parameters.provider: OPENAI, parameters.name: gpt-5.4-mini }',
    );
    expect(new Set(Object.values(parameterOf(project, "provider")))).toEqual(new Set(["OPENAI"]));
    expect(project.diagnostics).toEqual([]);
  });
});

describe("errors and warnings of overrides, at their place", () => {
  it.each([
    [
      "a pattern that matches nothing, with the nearest address",
      '"prompt/Suport triage": { parameters.temperature: 0.5 }',
      `error wrong-override promptctl.yaml:4:7
"prompt/Suport triage" matches no definition.
→ Did you mean "prompt/Support triage"?`,
    ],
    [
      "a pattern with an asterisk that begins like an address",
      '"prompt/Suport *": { parameters.temperature: 0.5 }',
      `error wrong-override promptctl.yaml:4:7
"prompt/Suport *" matches no definition.
→ Did you mean "prompt/Support triage"?`,
    ],
    [
      "a pattern that is like no address",
      '"prompt/Billing*": { parameters.temperature: 0.5 }',
      `error wrong-override promptctl.yaml:4:7
"prompt/Billing*" matches no definition.
→ The definitions are prompt/Support triage, prompt/Support refund, prompt/Greeter.`,
    ],
    [
      "a pattern that matches an external prompt only",
      "prompt/Legal: { parameters.temperature: 0.5 }",
      `error wrong-override promptctl.yaml:4:7
"prompt/Legal" matches only external definitions, whose parameters no file has.
→ The definitions are prompt/Support triage, prompt/Support refund, prompt/Greeter.`,
    ],
    [
      "two that disagree, neither being more specific",
      '"prompt/Support *": { parameters.temperature: 0.5 }\n"prompt/*triage": { parameters.temperature: 0.6 }',
      `error wrong-override promptctl.yaml:5:51
"prompt/*triage" and "prompt/Support *" set parameters.temperature of prompt/Support triage to different values, and neither is more specific (promptctl.yaml:4).
→ Set it in an entry for "prompt/Support triage".`,
    ],
    [
      "a model for prompts of several providers",
      '"prompt/*": { parameters.name: my-model }',
      `error wrong-override promptctl.yaml:4:38
"prompt/*" sets parameters.name of definitions of several providers: prompt/Support triage (ANTHROPIC), prompt/Greeter (OPENAI).
→ Also set parameters.provider, or write an entry for each provider.`,
    ],
    [
      "a model of another provider",
      '"prompt/Support *": { parameters.name: gpt-5.4 }',
      `error wrong-override promptctl.yaml:4:46
gpt-5.4 is a model of OpenAI, but the provider of prompt/Support triage is ANTHROPIC.
→ Also set parameters.provider to OPENAI, or name another model.`,
    ],
    [
      "a provider without its model",
      "prompt/Greeter: { parameters.provider: ANTHROPIC }",
      `error wrong-override promptctl.yaml:4:46
gpt-5.4 is a model of OpenAI, but the provider of prompt/Greeter is ANTHROPIC.
→ Also set parameters.name to a model of this provider.`,
    ],
    [
      "a value that the definition has too",
      "prompt/Support refund: { parameters.temperature: 0.2 }",
      `warning unused-override promptctl.yaml:4:56
parameters.temperature is 0.2 without this override.
→ Remove it.`,
    ],
    [
      "a value that more specific patterns override everywhere",
      '"prompt/Support t*": { parameters.temperature: 0.5 }\nprompt/Support triage: { parameters.temperature: 0.6 }',
      `warning unused-override promptctl.yaml:4:54
More specific patterns override this parameters.temperature everywhere.
→ Remove it.`,
    ],
  ])("%s", async (_, set, expected) => {
    const { diagnostics } = await loadWith(set);
    expect(diagnostics.map(formatDiagnostic)).toEqual([expected]);
  });

  it("no warning for a value that one of several prompts has already", async () => {
    const { diagnostics } = await loadWith('"prompt/Support *": { parameters.temperature: 0.2 }');
    expect(diagnostics).toEqual([]);
  });
});
