// fmt over files of hostile names and texts: in what it lists, shows, names and leaves.
import { hostileDefinitions } from "../hostile-definitions.ts";
import type { OutputCase } from "../check-outputs.ts";
import { createFixture, visibleOutput, toYaml } from "../fixture.ts";

/** As the name of a file, which holds no slash and is not long. */
const toFileName = (text: string): string => text.replaceAll("/", "-").slice(0, 60);

export const fmtOutputs: readonly OutputCase[] = [
  {
    title: "fmt",
    patterns: [/^formatted {2}/m, /\d of \d+ files not formatted/, /^skipped {4}/m, /yaml-syntax/],
    print: async (texts) => {
      await using fixture = createFixture({});
      for (const [index, text] of texts.entries()) {
        const folder = `prompts/${toFileName(text)}${index}`;
        const values = hostileDefinitions([text]).map((each) => `${toYaml(each)}\n`);
        const oneLine = text.replaceAll("\n", " ");
        fixture.write({
          [`${folder}/escaped.yaml`]: values.join("---\n"),
          [`${folder}/plain.yaml`]: `# ${oneLine}\nname:   '${oneLine.replaceAll("'", "''")}' # ${oneLine}\nkind: tool\n`,
          [`${folder}/left.yaml`]: `%YAML 1.2\n---\n# ${oneLine}\nkind: tool\n`,
          [`${folder}/broken.yaml`]: `name: [ '${oneLine.replaceAll("'", "''")}'\n`,
        });
      }
      return visibleOutput(
        await fixture.run(["fmt", "--check"]),
        await fixture.run(["fmt"]),
        await fixture.run(["fmt"]),
      );
    },
  },
];
