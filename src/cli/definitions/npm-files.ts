// What npm reads in a project: package.json with promptctl as a development dependency, and .npmrc.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, type JsonObject, parseJson } from "../../engine/model/json.ts";
import { packageSpecifier, type PackageSource } from "../../engine/text/package-source.ts";
import { findWorkspaceRoot } from "../../io/files/npm-workspace.ts";
import { tryOr } from "../../io/files/paths.ts";
import { changeFile, type FileAction, planFile, planLines } from "../../io/files/new-files.ts";

const manifestName = "package.json";
const settingsName = ".npmrc";
const fields = ["devDependencies", "dependencies", "optionalDependencies"];

/**
 * Creates or edits the files. npm 12 installs from git only if .npmrc allows it, which it reads only in the
 * root of a workspace.
 */
export function planNpmFiles(root: string, source: PackageSource): FileAction[] {
  const manifest = planManifest(root, packageSpecifier(source));
  if (source.version !== undefined || findWorkspaceRoot(root) !== undefined) return [manifest];
  return [manifest, planLines(root, settingsName, isGitAllowed(root) ? [] : [allowGit])];
}

/** The line that permits npm to install from git. */
export const allowGit = "allow-git=root";

/** The root of the workspace of a project, whose .npmrc must permit the source; undefined if none must. */
export function workspaceToPermit(root: string, source: PackageSource): string | undefined {
  const workspace = source.version === undefined ? findWorkspaceRoot(root) : undefined;
  return workspace === undefined || isGitAllowed(workspace) ? undefined : workspace;
}

function isGitAllowed(folder: string): boolean {
  const settings = tryOr("", () => readFileSync(join(folder, settingsName), "utf8"));
  return /^\s*allow-git\s*=\s*(?:root|all)\s*$/m.test(settings);
}

function planManifest(root: string, specifier: string): FileAction {
  const created = { private: true, devDependencies: { promptctl: specifier } };
  const plan = planFile(root, manifestName, `${JSON.stringify(created, undefined, 2)}\n`);
  if (plan.action === "create") return plan;
  const advice = `add "promptctl": ${JSON.stringify(specifier)} to devDependencies yourself`;
  return changeFile(root, manifestName, advice, (text) => withDependency(text, specifier));
}

/** The text of package.json with the dependency, in its indentation; undefined if it is not valid JSON. */
function withDependency(text: string, specifier: string): string | undefined {
  const manifest = parseJson(text);
  if (!isObject(manifest)) return undefined;
  const own = (name: string): JsonObject => (isObject(manifest[name]) ? manifest[name] : {});
  const field = fields.find((name) => "promptctl" in own(name)) ?? "devDependencies";
  if (own(field)["promptctl"] === specifier) return text;
  const names = Object.entries({ ...own(field), promptctl: specifier });
  const sorted = names.toSorted(([left], [right]) => (left < right ? -1 : 1));
  const changed = { ...manifest, [field]: Object.fromEntries(sorted) };
  const indentation = /^[ \t]+(?=")/m.exec(text)?.[0];
  const [, end = ""] = /(\s*)$/.exec(text)!;
  const written = JSON.stringify(changed, undefined, indentation) + end;
  return text.includes("\r\n") ? written.replace(/\r?\n/g, "\r\n") : written;
}
