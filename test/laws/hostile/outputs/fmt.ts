// Outputs of fmt and codegen for files with hostile names and texts.
import { hostileDefinitions } from "../hostile-definitions.ts";
import type { OutputCase } from "../check-outputs.ts";
import {
  createFixture,
  prompt,
  readOnlyService,
  remotePrompt,
  tool,
  toYaml,
  withMessage,
} from "../fixture.ts";

/** Returns a text as a file name: without slashes, at most 60 characters. */
const toFileName = (text: string): string => text.replaceAll("/", "-").slice(0, 60);

export const fmtOutputs: readonly OutputCase[] = [
  {
    title: "fmt",
    patterns: [/^formatted {2}/m, /\d of \d+ files not formatted/, /^skipped {4}/m, /yaml-syntax/],
    print: async (texts) => {
      await using fixture = createFixture({});
      for (const [index, text] of texts.entries()) {
        const folder = `prompts/${toFileName(text)}${index}`;
        const values = hostileDefinitions([text]).map((document) => `${toYaml(document)}\n`);
        const oneLine = text.replaceAll("\n", " ");
        fixture.write({
          [`${folder}/escaped.yaml`]: values.join("---\n"),
          [`${folder}/plain.yaml`]: `# ${oneLine}\nname:   '${oneLine.replaceAll("'", "''")}' # ${oneLine}\nkind: tool\n`,
          [`${folder}/skipped.yaml`]: `%YAML 1.2\n---\n# ${oneLine}\nkind: tool\n`,
          [`${folder}/broken.yaml`]: `name: [ '${oneLine.replaceAll("'", "''")}'\n`,
        });
      }
      return await fixture.show(["fmt", "--check"], ["fmt"], ["fmt"]);
    },
  },
  {
    title: "codegen",
    patterns: [
      /^written {2}/m,
      /is out of date/,
      /^Warning: No type can be made/m,
      /does not exist/,
    ],
    print: async (texts) => {
      await using fixture = createFixture({ "prompts/x.yaml": hostileDefinitions(texts) });
      const out = ["codegen", "--out", `${toFileName(texts[0]!)}.ts`];
      const first = await fixture.show(out, [...out, "--check"]);
      const itself = { properties: { x: { $ref: "#/properties/x" } } };
      fixture.write({
        "prompts/x.yaml": texts.flatMap((text, index) => [
          tool(`${text}${index}`, index, { parameters: itself }),
          prompt(`new${text}${index}`, withMessage(`{{${text}}}`)),
        ]),
      });
      return (
        first +
        (await fixture.show([...out, "--check"], out, [
          "codegen",
          "--check",
          "--out",
          `${toFileName(texts[0]!)}.mts`,
        ]))
      );
    },
  },
  {
    title: "codegen of a bundle",
    patterns: [/^written {2}/m, /is out of date/, /Not in the bundle/, /has no id of default for/],
    print: async (texts) => {
      const external = texts.map((text, index) => ({
        kind: "prompt",
        name: `external${text}${index}`,
        external: true,
      }));
      const documents = [...hostileDefinitions(texts), ...external];
      const held = {
        prompts: [
          remotePrompt("p", "held"),
          ...external.map(({ name }) => remotePrompt(name, name)),
        ],
      };
      await using fixture = createFixture(
        { "prompts/x.yaml": [...documents, prompt("held")] },
        readOnlyService(held),
      );
      const out = ["codegen", "--out", `${toFileName(texts[0]!)}.json`];
      const first = await fixture.show([...out, "--ids"], out, [...out, "--check"]);
      fixture.write({ "prompts/y.yaml": [prompt("new")] });
      return first + (await fixture.show([...out, "--check"]));
    },
  },
];
