// What CI files say about where promptctl is installed from.
import {
  actionReference,
  hostOf,
  packageSpecifier,
  repositoryPath,
  type PackageSource,
} from "../../engine/text/package-source.ts";

/** The workflow of examples/workflows with the source in place of its placeholder. */
export function withSource(workflow: string, source: PackageSource): string {
  return workflow.replace(/(uses: )\S+@<commit of the tag>.*/g, `$1${actionReference(source)}`);
}

/** The text of .gitlab-ci.yml: the component of the source. Only file names of GitLab and github.com are known. */
export function gitlabFile(source: PackageSource, directory: string): string {
  const path = repositoryPath(source);
  const file = "templates/promptctl.yml";
  const component =
    hostOf(source.repository).forge === "gitlab"
      ? `project: ${path}\n    ref: ${source.commit}\n    file: ${file}`
      : `remote: https://raw.githubusercontent.com/${path}/${source.commit}/${file}`;
  const input = directory === "" ? "" : `      directory: ${JSON.stringify(directory)}\n`;
  const specifier = packageSpecifier(source);
  const name = source.version === undefined ? specifier : `promptctl@${specifier}`;
  return `include:\n  - ${component}\n    inputs:\n      package: "${name}"\n${input}`;
}

/** The text of an existing CI file with the commit of the source where it names another one. */
export function withNewCommit(text: string, source: PackageSource): string {
  const path = repositoryPath(source).replaceAll(".", "\\.");
  const old = "[0-9a-f]{40}(?![0-9a-f])";
  const before = [
    `git\\+[^\\s"'#]*/${path}(?:\\.git)?#`,
    `/${path}/(?=${old}/templates/)`,
    `project: ${path}\\n +ref: `,
  ];
  return text
    .replace(
      new RegExp(`(\\buses: *)${path}@${old}(?: +# v\\S+)?`, "g"),
      (_all, start: string) => start + actionReference(source),
    )
    .replace(
      new RegExp(`(${before.join("|")})${old}`, "g"),
      (_all, start: string) => start + source.commit,
    );
}
