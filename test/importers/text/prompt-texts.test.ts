// Which text files look like prompts.
import { expect, it } from "vitest";
import { promptTextsIn } from "../../../src/importers/text/prompt-texts.ts";

it.each<[sentence: string, files: string[], prompts: string[]]>([
  [
    "texts below a folder of prompts, at any depth and in any case",
    ["src/Prompts/b/x.MD", "app/prompt/a.txt", "docs/guide.md"],
    ["app/prompt/a.txt", "src/Prompts/b/x.MD"],
  ],
  [
    "none of a folder of prompts with YAML files, which may include them",
    ["prompts/a.yaml", "prompts/texts/a.md", "other/prompts/b.md"],
    ["other/prompts/b.md"],
  ],
  [
    "a YAML file outside folders of prompts does not count",
    ["ci.yml", "prompts/a.md"],
    ["prompts/a.md"],
  ],
  [
    "texts directly in the project, but no usual documents",
    [
      "README.md",
      "readme.md",
      "Changes.txt",
      "CODE_OF_CONDUCT.md",
      "requirements-dev.txt",
      "support.md",
      "notes2.txt",
    ],
    ["notes2.txt", "support.md"],
  ],
  [
    "a usual document in a folder of prompts is a prompt",
    ["prompts/README.md"],
    ["prompts/README.md"],
  ],
  ["a file named as the folder is in none", ["src/prompts.md", "docs/prompts"], []],
  ["other endings are no texts", ["prompts/a.json", "prompts/a.ts"], []],
])("%s", (_sentence, files, prompts) => {
  expect(promptTextsIn(files)).toEqual(prompts);
});
