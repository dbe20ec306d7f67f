// Finds out where promptctl is installed from, for the files that init writes.
import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { wrongUsage } from "../../engine/model/failure.ts";
import { isObject } from "../../engine/model/json.ts";
import { repositoryUrl, type PackageSource } from "../../engine/text/package-source.ts";
import { readJsonObject } from "../../io/files/json-file.ts";
import { tryOr } from "../../io/files/paths.ts";
import { findBuiltCommit } from "../../io/git/remote-commit.ts";
import type { CommandHost } from "../host/command-host.ts";

/** The source of --source, or the one that npm installed this program from; undefined if it is not known. */
export async function findSource(
  { env, programFile }: CommandHost,
  text: string | undefined,
): Promise<PackageSource | undefined> {
  if (text !== undefined) return namedSource(env, text);
  return programFile === undefined ? undefined : installedSource(env, programFile);
}

/** REPOSITORY@COMMIT or REPOSITORY@TAG. */
async function namedSource(env: CommandHost["env"], text: string): Promise<PackageSource> {
  const [, location, ref] = /^(.+)@([0-9a-f]{40}|v\d[\w.-]*)$/.exec(text) ?? [];
  const repository = location === undefined ? undefined : repositoryUrl(location);
  if (repository === undefined)
    throw wrongUsage(
      "wrong-source",
      "--source is a repository and a commit of it with the built program: REPOSITORY@COMMIT.",
      "REPOSITORY is a URL with https or ssh, git@HOST:PATH, an absolute path, or a name on GitHub such as acme/promptctl. COMMIT has 40 characters, or is a tag such as v0.1.0.",
    );
  return { repository, ...(await findBuiltCommit(env, repository, ref!)) };
}

/** What npm has recorded of the package that contains the program. */
async function installedSource(
  env: CommandHost["env"],
  programFile: string,
): Promise<PackageSource | undefined> {
  const folder = tryOr("", () => dirname(dirname(realpathSync(programFile))));
  const packages = dirname(folder);
  if (basename(packages) !== "node_modules") return undefined;
  const { bin, version, repository } = readJsonObject(join(folder, "package.json"));
  if (!isObject(bin) || bin["promptctl"] !== "dist/main.cjs") return undefined; // npm has built it
  const lock = readJsonObject(join(packages, ".package-lock.json"))["packages"];
  const entry = isObject(lock) ? lock[`node_modules/${basename(folder)}`] : undefined;
  if (!isObject(entry)) return undefined;
  const tag = `v${String(version)}`;
  if (!/^v\d[\w.-]*$/.test(tag)) return undefined;
  const [, location, commit] = /^(git\+.+)#([0-9a-f]{40})$/.exec(String(entry["resolved"])) ?? [];
  if (location !== undefined) {
    const url = repositoryUrl(location);
    return url === undefined ? undefined : { repository: url, commit: commit!, tag };
  }
  const url = isObject(repository) && repositoryUrl(String(repository["url"]));
  if (!url || !entry["integrity"]) return undefined; // a folder
  return { repository: url, ...(await findBuiltCommit(env, url, tag)), version: String(version) };
}
