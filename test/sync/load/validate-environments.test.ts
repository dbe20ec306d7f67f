// The rules of validate run in every environment.
import { describe, expect, it } from "vitest";
import { createProjectFixture } from "../../cli/project-fixture.ts";

const prompts = `kind: prompt
name: Support triage
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-6, temperature: 0.2 }
messages: [{ role: user, content: Hello }]
---
kind: prompt
name: Greeter
parameters: { provider: OPENAI, name: gpt-4.1 }
messages: [{ role: user, content: Hello }]
`;

async function validate(
  configuration: string,
  args: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly out: string }> {
  await using fixture = await createProjectFixture({
    "prompts/triage.yaml": prompts,
    "prompts/greeter.yaml": "",
    "prompts/triage.md": "",
    ...files,
    "promptctl.yaml": configuration,
  });
  const { code, out } = await fixture.run(["validate", ...args], { env: {} });
  expect(fixture.service.calls).toEqual([]);
  return { code, out };
}

const environments = `environments:
  staging:
    set:
      "prompt/Support *": { parameters.temperature: 3 }
  production:
    set:
      "prompt/Support *": { parameters.name: claude-opus-4-8 }
`;

describe("validate checks all environments", () => {
  it("a warning about an overridden value is at the override; its cause elsewhere is named", async () => {
    const { code, out } = await validate(environments);
    expect(code).toBe(0);
    expect(out).toContain(`promptctl.yaml:4:53  warning  setting-range
  | "prompt/Support *": { parameters.temperature: 3 }
  |                                               ^
  prompt/Support triage: Anthropic refuses temperature: 3.
`);
    expect(out).toContain(`promptctl.yaml:7:46  warning  refused-setting
  | "prompt/Support *": { parameters.name: claude-opus-4-8 }
  |                                        ^^^^^^^^^^^^^^^
  prompt/Support triage: The model claude-opus-4-8 refuses temperature (prompts/triage.yaml:3).
`);
  });

  it("the schema of a tool that the model of an environment refuses, at the override", async () => {
    const tool = `kind: tool
name: find
description: Find orders.
parameters: { type: object, properties: { tags: { type: array } } }
---
kind: prompt
name: Finder
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-6 }
messages: [{ role: user, content: Hello }]
tools: [find]
`;
    const configuration = `environments:
  production:
    set: { prompt/Finder: { parameters.provider: OPENAI, parameters.name: gpt-5.4 } }
`;
    const { code, out } = await validate(configuration, [], { "prompts/find.yaml": tool });
    expect(code).toBe(3);
    expect(out).toContain("promptctl.yaml:3:75  error  refused-tool-schema\n");
    expect(out).toContain(
      'tool/find: OpenAI refuses an array without "items": every run of prompt/Finder fails (prompts/find.yaml:4).\n',
    );
  });

  it("a model option that only the model of one environment refuses", async () => {
    const { out } = await validate(`environments:
  a: { set: { prompt/Greeter: { parameters.options.reasoningEffort: max, parameters.name: gpt-5.6-terra } } }
  b: { set: { prompt/Greeter: { parameters.options.reasoningEffort: max, parameters.name: gpt-5.1 } } }
`);
    expect(out.match(/^\S+ {2}error .*$/gm)).toEqual([
      "promptctl.yaml:3:69  error  refused-option",
    ]);
    expect(out).toContain(
      "prompt/Greeter: The model gpt-5.1 refuses reasoningEffort: max: every run fails.",
    );
  });

  it("a placeholder of an environment variable, and an invisible character", async () => {
    const { out } = await validate(`environments:
  a: { set: { prompt/Greeter: { parameters.name: "\${MODEL}" } } }
  b: { set: { prompt/Greeter: { parameters.name: "gpt\u200B-4" } } }
`);
    expect(out).toContain("promptctl.yaml:2:50  warning  environment-placeholder");
    expect(out).toContain('prompt/Greeter: "${MODEL}" is not replaced');
    expect(out).toContain("promptctl.yaml:3:50  warning  invisible-character");
  });

  it.each<[string, string, readonly string[]]>([
    [
      "of the files",
      "gpt-4.5-preview",
      [
        "prompts/triage.yaml:3:74  warning  sampling-setting",
        "prompts/triage.yaml:8:39  warning  ending-model",
      ],
    ],
    [
      "of the files, after the errors",
      "gpt-4.5-preview, tools: [nix]",
      [
        "prompts/triage.yaml:8:56  error  unknown-key",
        "promptctl.yaml:2:56  warning  ending-model",
        "prompts/triage.yaml:3:74  warning  sampling-setting",
      ],
    ],
  ])("an ending model is reported once, at the value %s", async (_place, model, expected) => {
    const ends = '"prompt/Other": { parameters.name: gpt-4.5-preview }';
    const twice = `environments:\n  staging: { set: { ${ends} } }\n  production: { set: { ${ends} } }\n`;
    const [, greeter = ""] = prompts.split("---\n");
    const { out } = await validate(twice, [], {
      "prompts/greeter.yaml": greeter.replace("Greeter", "Other"),
      "prompts/triage.yaml": prompts.replace("gpt-4.1", model),
    });
    expect(out.match(/^\S+ {2}(?:error|warning) .*$/gm)).toEqual(expected);
    expect(out).toContain("To compare: promptctl test --env staging --target");
  });

  it("only one with --env", async () => {
    const { out } = await validate(environments, ["--env", "staging"]);
    expect(out).toContain("setting-range");
    expect(out).not.toContain("refused-setting");
  });

  it("exit 3 for an error in one of them", async () => {
    const { code, out } = await validate(environments.replace("Support *", "Suport *"));
    expect(code).toBe(3);
    expect(out).toContain(`promptctl.yaml:4:7  error  wrong-override
  | "prompt/Suport *": { parameters.temperature: 3 }
  | ^^^^^^^^^^^^^^^^^
  "prompt/Suport *" matches no definition.
`);
  });

  it("errors of the schema, of environments, of overrides and of definitions at once", async () => {
    const { code, out } = await validate(
      `limits: { maxDeletePercent: many }
environments:
  Prod: {}
  staging:
    baseUrl: local
    set:
      "prompt/Suport *": { parameters.seed: 1 }
      "prompt/Support *": { parameters.temperature: hot, parameters.name: gpt-4.1 }
      "tool/x": { parameters.seed: 1 }
`,
      [],
      { "prompts/greeter.yaml": "kind: prompt\nname: Other\nparameters: 7\n" },
    );
    expect(code).toBe(3);
    expect(out.match(/^\S+ {2}error {2}\S+$/gm)).toEqual([
      "promptctl.yaml:1:29  error  wrong-type",
      "promptctl.yaml:3:3  error  wrong-environment",
      "promptctl.yaml:5:14  error  wrong-environment",
      "promptctl.yaml:7:7  error  wrong-override",
      "promptctl.yaml:8:53  error  wrong-type",
      "promptctl.yaml:8:75  error  wrong-override",
      "promptctl.yaml:9:7  error  wrong-override",
      "prompts/greeter.yaml:1:1  error  missing-key",
      "prompts/greeter.yaml:3:13  error  wrong-type",
    ]);
  });

  it.each([
    ["another file is not valid YAML", "kind: prompt\nname: [", false],
    [
      "another definition has an error in its parameters",
      "kind: prompt\nname: Other\nparameters: 7\nmessages: []\n",
      true,
    ],
  ])("a pattern that matches nothing, while %s", async (_, text, isReported) => {
    const { out } = await validate(environments.replace("Support *", "Suport *"), [], {
      "prompts/greeter.yaml": text,
    });
    expect(out.includes("matches no definition")).toBe(isReported);
  });

  it("a comment in the definition ignores a warning there too", async () => {
    const ignoring = prompts.replace(
      "kind: prompt",
      "# promptctl-ignore: setting-range\nkind: prompt",
    );
    const { out } = await validate(environments, [], { "prompts/triage.yaml": ignoring });
    expect(out).not.toContain("setting-range");
  });

  it("warnings that the definitions have without an environment appear once", async () => {
    const warm = prompts.replace("temperature: 0.2", "temperature: 4");
    const { out } = await validate(
      'environments: { a: { set: { "prompt/*": { parameters.maxTokens: 9 } } }, b: {} }',
      [],
      { "prompts/triage.yaml": warm },
    );
    expect(out.match(/setting-range/g)).toHaveLength(2); // the warning, and the hint to explain it
  });

  it("with paths: the errors of overrides, and the warnings about definitions in these files", async () => {
    const text = environments.replace("Support *", "Greeter").replace("3 }", "2.5 }");
    const files = { "prompts/greeter.yaml": prompts.slice(prompts.indexOf("---") + 4) };
    const own = { ...files, "prompts/triage.yaml": prompts.slice(0, prompts.indexOf("---")) };
    const { out } = await validate(text, ["prompts/greeter.yaml"], own);
    expect(out).toContain("prompt/Greeter: OpenAI refuses temperature: 2.5.");
    expect(out).not.toContain("refused-setting");
    const wrong = text.replace("prompt/Support *", "prompt/Suport *");
    expect((await validate(wrong, ["prompts/greeter.yaml"], own)).code).toBe(3);
  });
});

it.each(["plan", "test", "pull"])(
  "%s with a wrong override: exit 3, its place, and no request",
  async (command) => {
    await using fixture = await createProjectFixture({
      "promptctl.yaml":
        'environments: { a: { set: { "prompt/Gretter": { parameters.seed: 1 } } } }',
    });
    const env = { PROMPTCTL_BASE_URL_A: "https://a.example", PROMPTCTL_API_KEY_A: "good" };
    const { code, err } = await fixture.run([command, "--env", "a"], { env });
    expect([code, fixture.service.writes()]).toEqual([3, []]);
    expect(err).toContain("promptctl.yaml:1:29  error  wrong-override");
    expect(fixture.service.calls).toEqual([]);
  },
);
