// Which text files of a project look like prompts, by their names.

const endings = new Set(["txt", "md", "jinja", "jinja2", "j2", "prompt", "prompty"]);
const folders = new Set(["prompt", "prompts", "prompt-templates", "prompt_templates"]);

/** Documents and lists that projects have, also in capital letters: `CODE_OF_CONDUCT.md`. */
const document =
  /^(?:[A-Z_-]+\.|(?:cmakelists|readme|change-?log|changes|contributing|security|licen[cs]e|history|requirements|constraints|robots|humans|llms|version|runtime|todo|notes)\b)/;

/**
 * Those in folders of prompts, without folders that have YAML files, which may include them; and those
 * directly in the project that are no usual documents.
 */
export function promptTextsIn(files: readonly string[]): string[] {
  const withYaml = new Set(files.filter((path) => /\.ya?ml$/i.test(path)).map(promptFolder));
  return files
    .filter((path) => {
      if (!endings.has(path.split(".").at(-1)!.toLowerCase())) return false;
      const folder = promptFolder(path);
      if (folder !== undefined) return !withYaml.has(folder);
      const lower = path.toLowerCase();
      return !path.includes("/") && ![path, lower].some((name) => document.test(name));
    })
    .toSorted();
}

/** The folder of prompts that a file is in, if it is in one. */
function promptFolder(path: string): string | undefined {
  const names = path.split("/");
  const index = names.slice(0, -1).findIndex((name) => folders.has(name.toLowerCase()));
  return index < 0 ? undefined : names.slice(0, index + 1).join("/");
}
