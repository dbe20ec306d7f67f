// The files that init creates or changes in a project.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ciOf, type PackageSource, repositoryUrl } from "../../engine/text/package-source.ts";
import { configurationName } from "../../project/settings/configuration.ts";
import {
  changeFile,
  type FileAction,
  isOwnFile,
  isPathTaken,
  planFile,
  planFolder,
  planLines,
} from "../../io/files/new-files.ts";
import { readJsonObject } from "../../io/files/json-file.ts";
import { findWorkspaceRoot } from "../../io/files/npm-workspace.ts";
import { findFolderWith, tryOr } from "../../io/files/paths.ts";
import { runGit } from "../../io/git/git-command.ts";
import { withNewCommit } from "../../views/code/source-references.ts";
import {
  agentRulesFile,
  agentRulesOf,
  emptyFolderFile,
  exampleFilesOf,
  starterFiles,
  starterFolder,
  starterLines,
  type StarterProject,
} from "../../views/code/starter.ts";
import type { ProjectContent } from "../../views/definitions/init-text.ts";
import { type CommandHost, projectPrefix, relativePath } from "../host/command-host.ts";
import { readSettings } from "../project/project.ts";
import { planNpmFiles } from "./npm-files.ts";
import { isObject } from "../../engine/model/json.ts";

/** What the texts of the files depend on. */
export async function starterProjectOf(
  host: CommandHost,
  root: string,
  source: PackageSource | undefined,
): Promise<StarterProject> {
  const isProject = isPathTaken(root, configurationName);
  const definitions = isProject ? (await readSettings(host, root)).definitions : starterFolder;
  const top = findFolderWith(root, ".git");
  const directory = relativePath(top ?? root, root);
  const ci = source && ciOf(source, top && (await originOf(host, top)));
  const packages = projectPrefix(root, findWorkspaceRoot(root) ?? root);
  return {
    definitions,
    directory,
    packages,
    hasPrettier: hasPrettierConfiguration(root),
    source,
    ci,
  };
}

/** The URL of the remote origin; undefined without one, and without git. */
async function originOf({ env }: CommandHost, folder: string): Promise<string | undefined> {
  const words = ["config", "--get", "remote.origin.url"];
  const found = await runGit({ folder, env }, words).catch(() => undefined);
  return found && repositoryUrl(found.stdout.toString().trim());
}

/** In the order of writing; the configuration is last, because it makes a folder a project. */
export function planFiles(
  root: string,
  content: ProjectContent,
  starter: StarterProject,
): FileAction[] {
  const { [configurationName]: configuration, ...tooling } = starterFiles(starter);
  const { source } = starter;
  const updates = source ? planUpdates(root, source) : [];
  const updated = new Set(updates.map(({ path }) => path));
  return [
    ...(content === "example" ? planFolder(root, starterFolder, exampleFilesOf(starter)) : []),
    ...(content === "empty" ? [planFile(root, emptyFolderFile, "")] : []),
    ...(source ? planNpmFiles(root, source) : []),
    ...Object.entries(tooling)
      .filter(([path]) => !updated.has(path))
      .map(([path, text]) => planTooling(root, path, text)),
    ...updates,
    ...(starter.hasAgents ? [planAgentRules(root, agentRulesOf(starter))] : []),
    ...Object.entries(starterLines(starter)).map(([path, wanted]) => planLines(root, path, wanted)),
    planFile(root, configurationName, configuration!),
  ];
}

/** Creates a file that other tools share. One that exists without promptctl is skipped, with what it lacks. */
function planTooling(root: string, path: string, text: string): FileAction {
  const plan = planFile(root, path, text);
  if (plan.action !== "skip" || !text.includes("promptctl") || !isOwnFile(root, path)) return plan;
  const existing = tryOr(undefined, () => readFileSync(join(root, path), "latin1"));
  if (existing === undefined || existing.includes("promptctl")) return plan;
  return { ...plan, reason: `${plan.reason}, without promptctl`, lacks: text };
}

/** Rules for coding agents, in a file of their own or after the text of an existing one. */
function planAgentRules(root: string, rules: string): FileAction {
  const heading = rules.slice(0, rules.indexOf("\n"));
  if (!isPathTaken(root, agentRulesFile)) return planFile(root, agentRulesFile, rules);
  return changeFile(root, agentRulesFile, "copy the rules yourself", (text) =>
    text.includes(heading) ? text : `${text.trimEnd()}\n\n${rules}`,
  );
}

/** The CI files of the project that name another commit of the source. */
function planUpdates(root: string, source: PackageSource): FileAction[] {
  const folder = ".github/workflows";
  const names = tryOr([], () => readdirSync(join(root, folder))).filter((name) =>
    /\.ya?ml$/.test(name),
  );
  return [...names.toSorted().map((name) => `${folder}/${name}`), ".gitlab-ci.yml"]
    .filter((path) => isOwnFile(root, path))
    .map((path) => changeFile(root, path, "", (text) => withNewCommit(text, source)))
    .filter(({ action }) => action === "update");
}

const prettierFiles = /^(?:\.prettierrc(?:\..+)?|prettier\.config\.[cm]?[jt]s)$/;

/**
 * Whether prettier formats the files of a folder, so that it must leave the definitions to fmt: there is a
 * file with its configuration, a field of package.json, or the package as a dependency.
 */
function hasPrettierConfiguration(folder: string): boolean {
  if (tryOr([], () => readdirSync(folder)).some((name) => prettierFiles.test(name))) return true;
  const manifest = readJsonObject(join(folder, "package.json"));
  const { devDependencies, dependencies } = manifest;
  return [manifest, devDependencies, dependencies].some(
    (fields) => isObject(fields) && "prettier" in fields,
  );
}
