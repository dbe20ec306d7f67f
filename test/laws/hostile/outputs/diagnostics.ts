// Outputs of diagnostics: file names, quoted lines, messages and suggestions.
import { symlinkSync } from "node:fs";
import type { OutputCase } from "../check-outputs.ts";
import { type Body, evaluation, prompt, createFixture, tool, withMessage } from "../fixture.ts";
import { allCategories, defaultAndSyntax } from "../hostile-texts.ts";

/** Returns the output of plan and validate for these documents. */
async function planAndValidate(...documents: readonly Body[]): Promise<string> {
  await using fixture = createFixture({ "prompts/x.yaml": documents });
  return await fixture.show(["plan"], ["validate"]);
}

/** Returns the output of validate for these files. */
async function validateFiles(files: readonly string[]): Promise<string> {
  const named = files.map((file, index): [string, string] => [`prompts/${index}.yaml`, file]);
  await using fixture = createFixture(Object.fromEntries(named));
  return await fixture.show(["validate"]);
}

const validFileNames = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => !text.includes("/") && Buffer.byteLength(text) < 200);

export const diagnosticOutputs: readonly OutputCase[] = [
  {
    title: "unknown keys and values",
    categories: allCategories,
    patterns: [/Unknown key "/, /Unknown kind "/, /must be /, /The kinds are/],
    print: (texts) =>
      planAndValidate(
        ...texts.flatMap((text, index): Body[] => [
          { ...tool(text, index), [text]: text },
          { kind: text, name: text },
          { ...prompt(`${text}${index}`), parameters: { provider: text, name: text, [text]: 1 } },
          { ...prompt(`${text}b${index}`), messages: [{ role: text, content: [{ type: text }] }] },
          { ...prompt(`${text}c${index}`), tools: text },
        ]),
      ),
  },
  {
    title: "invalid and unknown names",
    patterns: [/has invalid characters or is too long/, /Unknown tool "/, /Unknown prompt "/],
    print: (texts) =>
      planAndValidate(
        ...texts.flatMap((text, index): Body[] => [
          { kind: "tool", name: text, description: text, parameters: {} },
          tool(`${text}there${index}`, index),
          prompt(`${text}${index}`, { tools: [`${text}thene${index}`] }),
          { kind: "evaluation", prompt: `${text} x${index}`, ...evaluation(text) },
          { kind: "assertion", evaluation: text, type: "COST", targetThreshold: 1 },
        ]),
      ),
  },
  {
    title: "repeated and reserved names",
    patterns: [/already has the name "/, /names ".*twice|twice\./, /A name that starts with id:/],
    print: (texts) =>
      planAndValidate(
        ...texts.flatMap((text, index): Body[] => [
          prompt(`${text}${index}`),
          prompt(`${text}${index}`),
          { ...prompt(`${text}b${index}`), key: `${text}k${index}` },
          { ...prompt(`${text}b${index}`), renamedFrom: [text, text] },
          prompt(`id:${text}`),
        ]),
      ),
  },
  {
    title: "included files that cannot be read",
    patterns: [/There is no file |is absolute|with \/ between folders/, / error .*include/],
    print: (texts) =>
      planAndValidate(
        ...texts.map((text, index) =>
          prompt(`P${index}`, {
            messages: ["", "../../", "/", "a\\", "."].map((start) => ({
              role: "user",
              content: { file: `${start}${text}` },
            })),
          }),
        ),
      ),
  },
  {
    title: "YAML tags, aliases and strings",
    patterns: [/YAML tags are not supported/, /yaml-syntax/],
    categories: ["controlCharacters", "syntax", "inlineCommands", "forgedLines"],
    print: (texts) =>
      validateFiles(
        texts.flatMap((text) => [
          `kind: !${text} tool\n`,
          `kind: *${text}\n`,
          `kind: tool\n${text}\n: [\n`,
          `kind: tool\nname: "${text}\n`,
          `? [${text}]\n: 1\n`,
        ]),
      ),
  },
  {
    title: "excerpts of a file",
    patterns: [/ error /, /\^/],
    categories: ["controlCharacters", "syntax", "inlineCommands", "longTexts"],
    print: (texts) =>
      validateFiles(
        texts.map((text) => {
          const value = `'${text.replaceAll("'", "''")}'`;
          return `kind: tool\nname: ${value}\n${value}: ${value}\nparameters: { ${value}: ${value}, b: , b: 1 }\n`;
        }),
      ),
  },
  {
    title: "excerpts whose line starts with the text",
    patterns: [/ error /, /\^/],
    categories: ["lineCommands"],
    print: (texts) => validateFiles(texts.map((text) => `kind: tool\n${text}: 1\n`)),
  },
  {
    title: "files with hostile names",
    patterns: [/unknown-kind/, /is not UTF-8 text|is a folder|leads to itself|lies outside/],
    print: async (texts) => {
      await using outside = createFixture({ "a.yaml": "kind: tool\n" });
      await using fixture = createFixture({ "promptctl.yaml": "definitions: .\n" });
      for (const text of validFileNames(texts)) {
        fixture.write({ [`${text}.yaml`]: "kind: x\n", [`${text}/x.yml`]: "kind: x\n" });
        fixture.folder.write(`${text}.latin.yaml`, Buffer.from("caf\xe9", "latin1"));
        symlinkSync(outside.folder.path, fixture.folder.at(`${text}.out`));
        symlinkSync(`${text}.loop.yaml`, fixture.folder.at(`${text}.loop.yaml`));
      }
      return await fixture.show(["plan"], ["apply"], ["graph"]);
    },
  },
  {
    title: "warnings about the encoding of included files",
    patterns: [/ warning .*include-changed/, /begins with a byte order mark|CRLF/],
    print: async (texts) => {
      const files = validFileNames(texts).map((text): [string, string] => [
        `prompts/${text}.md`,
        "\ufeffa\r\n",
      ]);
      const project = validFileNames(texts).map((text, index) =>
        prompt(`P${index}`, withMessage({ file: `${text}.md` })),
      );
      await using fixture = createFixture({
        ...Object.fromEntries(files),
        "prompts/x.yaml": project,
      });
      return await fixture.show(["plan"]);
    },
  },
  {
    title: "a configuration with hostile keys and values",
    categories: defaultAndSyntax,
    patterns: [
      /cannot be pinned/,
      /Unknown key "/,
      /There is no folder "/,
      /has the wrong type: expected /,
    ],
    print: async (texts) => {
      const printed: string[] = [];
      const configurations = texts.flatMap((text): Body[] => [
        { pins: { [text]: { [text]: text } } },
        { [text]: text, prune: text, scope: text, limits: { [text]: text } },
        { definitions: text },
      ]);
      await using fixture = createFixture({});
      for (const configuration of configurations) {
        fixture.write({ "promptctl.yaml": [configuration] });
        printed.push(await fixture.show(["plan"]));
      }
      return printed.join("\n");
    },
  },
  {
    title: "warnings about definitions",
    patterns: [
      /unknown-called-tool/,
      /unknown-argument/,
      /invalid-json-path/,
      /unused-variable/,
      /missing-variable/,
      /undeclared-variable/,
      /media-type/,
      /result-without-call/,
      /invalid-json-schema|parameters-not-object/,
    ],
    print: async (texts) => {
      const documents = texts.flatMap((text, index): Body[] => {
        const name = text.replaceAll(/[{}|]/g, "");
        const block = (more: Body): Body => ({ role: "user", content: [more] });
        const call = { name: text, arguments: text };
        return [
          tool(`${text}${index}`, index, {
            parameters: { type: text, properties: { [text]: {} } },
          }),
          tool(`${text}o${index}`, 100 + index, {
            parameters: { type: "object", properties: { [`${text}long`]: {} } },
          }),
          prompt(`${text}${index}`, {
            tools: [`${text}o${index}`],
            variables: { [`${text}idle`]: text },
            messages: [
              { role: "user", content: `{{a${name}}} {{${name}b}}` },
              block({ type: "IMAGE_BASE64", imageBase64: text || "a", mediaType: text }),
              block({ type: "TOOL_RESULT", toolCallId: text, result: text }),
              {
                role: "assistant",
                content: [
                  {
                    type: "TOOL_CALL",
                    toolCall: { toolCallId: text, type: "function", function: call },
                  },
                ],
              },
            ],
            evaluations: [
              evaluation(text, {
                variables: { [`${text}x`]: text, [`${text} unlike the others`]: text },
                assertions: [
                  { type: "EXACT_MATCH", targetValue: text, jsonPath: text },
                  {
                    type: "TOOL_CALLED_WITH",
                    toolName: `t${100 + index}`,
                    argKeyName: `${text}lang`,
                  },
                  { type: "TOOL_CALLED", toolName: `t${index}` },
                ],
              }),
            ],
          }),
        ];
      });
      await using fixture = createFixture({ "prompts/x.yaml": documents });
      return await fixture.show(["validate"]);
    },
  },
  {
    title: "warnings about comments and YAML style",
    patterns: [/unknown-code/, /Unknown warning "/, /truth-word/],
    categories: ["controlCharacters", "inlineCommands"],
    print: (texts) =>
      validateFiles(
        texts.map(
          (text, index) =>
            `# ${text} promptctl-ignore: ${text}, nothing-${index}\n${JSON.stringify(prompt(`P${index}`))}\n---\nkind: prompt\nname: Q${index} # ${text}\nvariables: { a: yes } # ${text}\nparameters: { provider: OPENAI, name: x }\nmessages: []\n`,
        ),
      ),
  },
  {
    title: "warnings in an included text",
    patterns: [/\.md:1:\d+ +warning +invisible-character|other-template/, /\^/],
    print: async (texts) => {
      const files = texts.map((text, index): [string, string] => [
        `prompts/${index}.md`,
        `${text} {{#if x}}\n${text}<%= x %>\n`,
      ]);
      const project = texts.map((_text, index) =>
        prompt(`P${index}`, withMessage({ file: `${index}.md` })),
      );
      await using fixture = createFixture({
        ...Object.fromEntries(files),
        "prompts/x.yaml": project,
      });
      return await fixture.show(["validate"]);
    },
  },
];
