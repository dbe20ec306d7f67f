// Asks before an API key is sent to a host that the user did not set: a repository must not be able to
// collect API keys. The answers are in the user's configuration folder.
import { refused } from "../../engine/model/failure.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import { type CommandHost, questionText } from "../host/command-host.ts";
import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { systemMessage } from "../../engine/text/system-message.ts";
import { checkoutReason } from "../../io/git/checkout.ts";
import type { GitPlace } from "../../io/git/git-command.ts";
import { readJsonList, writeJson } from "../../io/files/json-file.ts";
import { isInside, tryOr } from "../../io/files/paths.ts";

export interface HostToConfirm {
  /** The folder of the project. */
  readonly root: string;
  readonly baseUrl: string;
  readonly keyVariable: string;
  /** How the answer is remembered: the host, after the environment if there is one. */
  readonly trusted: string;
  /** The first sentence of the question: where the base URL comes from. */
  readonly reason: string;
  /** Where the base URL comes from, in the message of the failure. */
  readonly source: string;
  /** How to confirm it without a terminal. */
  readonly hint: string;
}

/**
 * Asks once for each host. Throws a Failure if the answer is no, or there is no interactive
 * terminal.
 */
export async function confirmHost(
  host: CommandHost,
  { root, baseUrl, keyVariable, trusted, reason, source, hint }: HostToConfirm,
): Promise<void> {
  const file = await findTrustFile({ folder: root, env: host.env });
  if (isTrustedHost(file, trusted)) return;
  const question = `${reason} Send ${keyVariable} to this host, now and in the future? (y/N)`;
  const isConfirmed = await host.ask?.(questionText(host, question));
  if (isConfirmed) {
    const problem = trustHost(file, trusted);
    if (problem !== undefined) host.err(`Cannot save this answer: ${escapeText(problem)}.\n`);
    return;
  }
  throw refused(
    "no-consent",
    `API key not sent to ${baseUrl}: this URL comes from ${source} and was not confirmed.`,
    "problem" in file ? [hint, `Earlier answers are not known: ${file.problem}.`] : hint,
  );
}

/** The file of the trusted hosts, or why there is none, as a clause. */
type TrustFile = { readonly path: string } | { readonly problem: string };

/**
 * Finds the user's file. A repository must not decide which hosts are trusted, so the file is never
 * looked for in the current folder, and is not used if it may come from the repository of the place.
 */
async function findTrustFile(place: GitPlace): Promise<TrustFile> {
  const [variable, folder] = configurationFolder(place.env);
  if (folder === undefined) return { problem: `${variable} is not set` };
  if (!isAbsolute(folder)) return { problem: `${variable} is not an absolute path` };
  const above = tryOr(dirname(folder), () => realpathSync.native(dirname(folder)));
  const path = join(above, basename(folder), "promptctl", "trusted-hosts.json");
  const reason = await repositoryReason(place, path);
  return reason === undefined ? { path } : { problem: `${path} is not used, because ${reason}` };
}

/** The variable that decides about the folder, and the folder. The user database is not asked. */
function configurationFolder(
  env: EnvironmentVariables,
): readonly [variable: string, folder?: string] {
  for (const variable of ["XDG_CONFIG_HOME", "APPDATA"])
    if (env[variable]) return [variable, env[variable]];
  const variable = !env["HOME"] && env["USERPROFILE"] ? "USERPROFILE" : "HOME";
  const home = env[variable];
  return home ? [variable, join(home, ".config")] : [variable];
}

/** Why the file may come with the project: from a repository around it, or in its folder without git. */
async function repositoryReason(place: GitPlace, path: string): Promise<string | undefined> {
  const project = realpathSync.native(place.folder);
  const paths = [tryOr(path, () => realpathSync.native(path)), path]; // a link can be tracked too
  for (const top of foldersAbove(project).filter((each) => existsSync(join(each, ".git"))))
    for (const each of paths.filter((inside) => isInside(top, inside))) {
      const reason = await checkoutReason({ ...place, folder: top }, each);
      if (reason !== undefined) return reason;
    }
  return paths.some((each) => isInside(project, each))
    ? "it is in the folder of the project"
    : undefined;
}

/** A folder and all above it. */
function foldersAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}

function isTrustedHost(file: TrustFile, host: string): boolean {
  return "path" in file && (readJsonList(file.path) ?? []).includes(host);
}

/** Stores a host. Returns why it cannot be stored, as a clause; undefined if it is. */
function trustHost(file: TrustFile, host: string): string | undefined {
  if ("problem" in file) return file.problem;
  const hosts = new Set([...(readJsonList(file.path) ?? []).map(String), host]);
  try {
    mkdirSync(dirname(file.path), { recursive: true, mode: 0o700 });
    writeJson(file.path, [...hosts].sort());
    return undefined;
  } catch (error) {
    return `${file.path} cannot be written: ${systemMessage(error)}`;
  }
}
