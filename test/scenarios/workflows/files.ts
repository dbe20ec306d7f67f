// The texts of all workflows (of this repository, the examples, and promptctl init) and of all pages.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PackageSource } from "../../../src/engine/text/package-source.ts";
import { starterFiles } from "../../../src/views/code/starter.ts";
import { root, version } from "./actions.ts";

/** Path from the top of the repository to text. */
export type Texts = ReadonlyMap<string, string>;

function textsIn(folder: string, suffix: RegExp): [string, string][] {
  return readdirSync(join(root, folder))
    .filter((name) => suffix.test(name))
    .map((name) => [join(folder, name), readFileSync(join(root, folder, name), "utf8")]);
}

/** What the workflows of promptctl init name. Its owner is the placeholder, whose inputs are checked. */
const source: PackageSource = {
  repository: "https://github.com/OWNER/promptctl",
  commit: "0123456789abcdef0123456789abcdef01234567",
  tag: `v${version}`,
};

function starterWorkflow(name: string, environments: readonly string[] = []): string {
  const project = { definitions: "prompts", directory: "a/b", environments } as const;
  const files = starterFiles({ ...project, source, ci: "github" });
  return files[`.github/workflows/promptctl-${name}.yml`]!;
}

export const workflows: Texts = new Map([
  ...textsIn(".github/workflows", /\.ya?ml$/),
  ...textsIn("examples/workflows", /\.ya?ml$/),
  ...textsIn("examples/workflows/environments", /\.ya?ml$/),
  ...["plan", "apply"].map(
    (name) => [`the workflow ${name} of promptctl init`, starterWorkflow(name)] as const,
  ),
]);

export const pages: Texts = new Map([...textsIn(".", /\.md$/), ...textsIn("docs", /\.md$/)]);

/** Also the workflows in pages, and those of a project with environments. */
export const allWorkflows: Texts = new Map([
  ...workflows,
  ...["plan", "apply"].map(
    (name) =>
      [
        `the workflow ${name} of promptctl init with environments`,
        starterWorkflow(name, ["dev", "staging", "production"]),
      ] as const,
  ),
  ...[...pages, ...textsIn("templates", /\.md$/)].flatMap(([path, text]) =>
    fences(text, "yaml")
      .filter(isWorkflow)
      .map((each, index) => [`${path}, workflow ${index + 1}`, each] as const),
  ),
  ...textsIn("templates", /\.ya?ml$/).filter(([, text]) => isWorkflow(text)),
]);

function isWorkflow(text: string): boolean {
  return /^on:/m.test(text) && /^jobs:/m.test(text);
}

/** The files of other CI systems. */
export const ciFiles: Texts = new Map(textsIn("examples/ci", /./));

/** The fenced code blocks of a page in one of the languages. */
export function fences(page: string, ...languages: readonly string[]): string[] {
  return [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, language]) => languages.includes(language!))
    .map(([, , text]) => text!);
}

/** The words of each command of a page, without quotation marks. */
export function commandsOf(page: string): string[][] {
  const lines = fences(page, "sh").flatMap((fence) => fence.trim().split("\n"));
  return lines.map((line) =>
    [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!),
  );
}
