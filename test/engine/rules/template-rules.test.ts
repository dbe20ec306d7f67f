import { describe, expect, test } from "vitest";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

const empty = "an empty placeholder";
const unclosed = "a placeholder without its closing }}";

test.for([
  ["Read {{}}.", [empty]],
  ["Read {{ }}.", [empty]],
  ["Read {{ticket} and answer.", [unclosed]],
  ["Read {{ticket number} and answer.", [unclosed]],
  ["Read {{ticket and answer.", [unclosed]],
  ["Read {{ticket", [unclosed]],
  ["Read {{ticket and {{x}}.", [unclosed]],
  ["Read {{ticket\n\nand {{x}}.", [unclosed]],
  ["Read {{Größe} und {{x}}.", [unclosed]],
  ["Read {{}} and {{ticket}.", [empty, unclosed]],
  ["Read {{x}} and {{ x }}.", []],
  ["Read {{\n  x\n}}.", []],
  ['Answer {"a": {"b": {"x": 1}}}.', []],
  ["Write \\frac{{{x}}}{2}.", ["a raw Handlebars value"]],
  ["Read {{x | upper}}.", ["a filter"]],
  ["Answer {a} and {b}}.", []],
  ['Write {{md5("{{x}}")}}, without {{}} inside.', []],
] as const)("%s", async ([text, names]) => {
  const prompt = `kind: prompt
name: Greeter
parameters: { provider: OPENAI, name: gpt-5.4 }
messages: [{ role: user, content: ${JSON.stringify(text)} }]
variables: { x: A value }
`;
  const found = await diagnosticsOf(prompt);
  expect(found.filter((each) => each.startsWith("other-template"))).toEqual(
    names.map((name) => {
      const seen = name === "a raw Handlebars value" ? "the value in braces" : "it literally";
      return `other-template a.yaml:4 This is ${name}, which is not supported: the model would see ${seen}.`;
    }),
  );
});

const prompt = (text: string, more = ""): string => `kind: prompt
name: Greeter
parameters: { provider: OPENAI, name: gpt-5.4 }
messages: [{ role: user, content: ${JSON.stringify(text)} }]
${more}`;

const actions = "an expression of GitHub Actions or Azure Pipelines";
const latex = "an argument of a LaTeX command";
const json = "JSON with doubled braces";
const handlebars = "an expression of Handlebars";
const go = "a Go template";
const expression = "an expression";

describe("what is a placeholder, and hardly meant as one", () => {
  test.for<[text: string, shown: string, like: string]>([
    ["run: git push origin ${{ github.sha }}", "{{ github.sha }}", actions],
    ["if: ${{inputs.dry-run}}", "{{inputs.dry-run}}", actions],
    ["key: ${{ hashFiles('a.lock') }}", "{{ hashFiles('a.lock') }}", actions],
    ["- ${{ if eq(parameters.a, 1) }}:", "{{ if eq(parameters.a, 1) }}", actions],
    ["Solve \\frac{{a}}{b}.", "{{a}}", latex],
    ["Solve \\sqrt[3]{{x}} now.", "{{x}}", latex],
    ["Note:\\mathbf{{x}}", "{{x}}", latex],
    ["Use style={{ color: red }} here.", "{{ color: red }}", "an attribute in JSX"],
    ['Reply with {{"answer": "text"}}.', '{{"answer": "text"}}', json],
    ['Reply with\n{{\n  "answer": "text"\n}}', '{{ "answer": "text" }}', json],
    ["Reply with {{'answer': 1}}.", "{{'answer': 1}}", json],
    ["Reply with {{answer: 1}}.", "{{answer: 1}}", json],
    ["{{x}} else {{else}} end", "{{else}}", handlebars],
    ["{{x}} {{else if y}}", "{{else if y}}", handlebars],
    ["Hello {{this.name}}.", "{{this.name}}", handlebars],
    ["{{this}}", "{{this}}", handlebars],
    ["{{@index}}", "{{@index}}", handlebars],
    ["{{../name}}", "{{../name}}", handlebars],
    ["Hello {{ .Values.name }}.", "{{ .Values.name }}", go],
    ["Hello {{.}}.", "{{.}}", go],
    ["{{ range .Items }}", "{{ range .Items }}", go],
    ['{{ include "chart.name" . }}', '{{ include "chart.name" . }}', go],
    ["It is {{ now() }}.", "{{ now() }}", expression],
    ["{{ items[0].name }}", "{{ items[0].name }}", expression],
    ["{{ a == b }}", "{{ a == b }}", expression],
    ["{{ a && b }}", "{{ a && b }}", expression],
    ["{{ count + 1 }}", "{{ count + 1 }}", expression],
    ["{{ 'a' if b else 'c' }}", "{{ 'a' if b else 'c' }}", json],
    ["{{ a if b else c }}", "{{ a if b else c }}", expression],
    ["{{- name }}", "{{- name }}", expression],
    ["{{ name -}}", "{{ name -}}", expression],
    ["{{~name~}}", "{{~name~}}", expression],
    ["{{$json.name}}", "{{$json.name}}", expression],
    ["{{% note %}}", "{{% note %}}", expression],
    ["{{< figure >}}", "{{< figure >}}", expression],
    ["Put texts into {{...}}.", "{{...}}", expression],
    [
      `Reply with {{"answer": "${"a".repeat(100)}"}}.`,
      `{{"answer": "aaaaaaaaaaaaaaaaaaaaaaaaaaa…`,
      json,
    ],
  ])("%s", async ([text, shown, like]) => {
    const found = (await diagnosticsOf(prompt(text))).filter((each) =>
      each.startsWith("placeholder-"),
    );
    expect(found).toEqual([
      `placeholder-like a.yaml:4 ${shown} is a placeholder, but looks like ${like}: runs without a value for it fail.`,
    ]);
  });
});

test.for([
  "{{x}} {{ x }} {{\nx\n}} {{user.name}} {{first name}} {{first-name}} {{größe-1 €}} {{1}} {{_x}}",
  "It costs ${{price}} or $ {{product.price}}, € {{x}}, ${{ each }}.",
  "user_{{id}} 10^{{n}} [{{x}}] ({{x}}) '{{x}}' value={{x}} #{{x}} @{{x}} \\{{x}}",
  "Line\\n{{x}} and \\t{{x}} and \\nName{{x}}",
  "C:\\Users\\{{x}} C:\\logs\\app{{x}} D:\\data{{x}}",
  "{{end}} {{start}} {{if}} {{range}} {{template}} {{include}} {{elsewhere}} {{this one}} {{thisYear}}",
  "{{C++ code}} {{price (EUR)}} {{Q&A}} {{a/b}} {{and/or}} {{What is it?}} {{name: the name}}",
  "{{环境}} {{имя}}",
  '{"a": {"b": {"c": 1}}} and {"a": "{{x}}"} and [[{{x}}]]',
])("a placeholder that can be meant as one: %s", async (text) => {
  const found = await diagnosticsOf(prompt(text));
  expect(found).toEqual([]);
});

describe("a variable that has a name like this", () => {
  const text = "It is {{ now() }} and {{@index}}.";
  const evaluation = (variables: string): string =>
    `evaluations: [{ name: e, variables: ${variables}, assertions: [{ type: LATENCY, targetThreshold: 5 }] }]\n`;
  const both = '{ "now()": "12", "@index": "1" }';
  test.for<[name: string, more: string, likes: number]>([
    ["declared by the prompt", `variables: ${both}\n`, 0],
    ["with a value in an evaluation", evaluation(both), 0],
    ["one of two with a value", evaluation('{ "now()": "12" }'), 1],
    ["without a value", "", 2],
  ])("%s", async ([_name, more, likes]) => {
    const found = await diagnosticsOf(prompt(text, more));
    expect(found.filter((each) => each.startsWith("placeholder-like"))).toHaveLength(likes);
  });

  test("in an evaluation, declared by its prompt or with a value", async () => {
    const appended = (value: string): string => `evaluations:
  - name: e
    variables: { ${value} }
    appendedMessages: [{ role: user, content: "It is {{ now() }}." }]
    assertions: [{ type: LATENCY, targetThreshold: 5 }]
`;
    const likes = async (more: string): Promise<string[]> =>
      (await diagnosticsOf(prompt("Hello", more))).filter((each) =>
        each.startsWith("placeholder-"),
      );
    expect(await likes(appended('"now()": "12"'))).toEqual([]);
    expect(await likes(`variables: { "now()": The time }\n${appended("")}`)).toEqual([]);
    expect(await likes(appended(""))).toEqual([
      "placeholder-like a.yaml:8 {{ now() }} is a placeholder, but looks like an expression: runs without a value for it fail.",
    ]);
  });
});

test("one warning for each kind in a text, with the number of the others", async () => {
  const text = "a: ${{ github.sha }}\nb: ${{ github.ref }}\nc: ${{ env.A }}\nd: {{ now() }}";
  const found = await diagnosticsOf(prompt(text));
  expect(found.map((each) => each.replace(/.*a\.yaml:4 /, ""))).toEqual([
    `{{ github.sha }} is a placeholder, but looks like ${actions}: runs without a value for it fail. 2 more like it follow.`,
    `{{ now() }} is a placeholder, but looks like ${expression}: runs without a value for it fail.`,
  ]);
});

test("an ignored warning", async () => {
  const text = `# promptctl-ignore: placeholder-like\n${prompt("It is {{ now() }}.")}`;
  expect(await diagnosticsOf(text)).toEqual([]);
});

test.for([
  "${{ github.",
  "{{ a(",
  "\\frac",
  "\\frac{{",
  "${{ github.sha }}",
  "{{a if b ",
  "{{a",
  "{".repeat(11),
])("many of %s take linear time", async (piece) => {
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
  const found = await diagnosticsOf(prompt(text));
  expect(found.length).toBeLessThan(4);
});
