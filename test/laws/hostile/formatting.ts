// fmt over files of hostile names and texts: in what it lists, shows, names and leaves.
import { definitions } from "./definitions.ts";
import type { Output } from "./matrix.ts";
import { sceneOf, seen, yaml } from "./fixture.ts";

/** As the name of a file, which holds no slash and is not long. */
const named = (text: string): string => text.replaceAll("/", "-").slice(0, 60);

export const formatting: readonly Output[] = [
  {
    what: "fmt",
    shows: [/^formatted {2}/m, /\d of \d+ files not formatted/, /^skipped {4}/m, /yaml-syntax/],
    print: async (texts) => {
      await using scene = sceneOf({});
      for (const [index, text] of texts.entries()) {
        const folder = `prompts/${named(text)}${index}`;
        const values = definitions([text]).map((each) => `${yaml(each)}\n`);
        const oneLine = text.replaceAll("\n", " ");
        scene.write({
          [`${folder}/escaped.yaml`]: values.join("---\n"),
          [`${folder}/plain.yaml`]: `# ${oneLine}\nname:   '${oneLine.replaceAll("'", "''")}' # ${oneLine}\nkind: tool\n`,
          [`${folder}/left.yaml`]: `%YAML 1.2\n---\n# ${oneLine}\nkind: tool\n`,
          [`${folder}/broken.yaml`]: `name: [ '${oneLine.replaceAll("'", "''")}'\n`,
        });
      }
      return seen(
        await scene.run(["fmt", "--check"]),
        await scene.run(["fmt"]),
        await scene.run(["fmt"]),
      );
    },
  },
];
