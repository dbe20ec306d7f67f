// promptctl init: starts a project. What is there already is never written over.
import { dirname, join, resolve } from "node:path";
import { Failure } from "../engine/model/failure.ts";
import { shellQuote } from "../engine/model/shell-quote.ts";
import { configurationName, folderAbove, projectAbove } from "../io/configuration.ts";
import { carryOut, type Intent, isTaken, linesIn, togetherIn, wholeFile } from "../io/new-files.ts";
import { isFile } from "../io/plan-file.ts";
import { doneText, meantText, nextText } from "../views/init-text.ts";
import { pluralize, escapeText } from "../views/terminal-text.ts";
import { onlyAtTheTop, starter } from "../views/starter.ts";
import { type CommandHost, isCi } from "./command-host.ts";
import { projectPrefix } from "./relative-path.ts";

export interface InitFlags {
  readonly yes?: boolean;
}

/** Exit code 0 where the project is started; a project that is there already is refused. */
export async function initCommand(
  host: CommandHost,
  directory: string | undefined,
  flags: InitFlags,
): Promise<number> {
  const root = resolve(host.cwd, directory ?? ".");
  refuseTaken(root, directory ?? ".");
  if (!flags.yes) await askFirst(host, root, directory);
  const done = intents(root, host.version).map((intent) => {
    const each = carryOut(root, intent);
    host.out(doneText(each));
    return each;
  });
  host.out(nextText(folderWord(host.cwd, root)));
  tellSurroundings(host, root, done);
  return 0;
}

/** In the order they are written; the configuration, which makes a folder a project, is the last. */
function intents(root: string, version: string): Intent[] {
  const { folder, example, around, lines, configuration } = starter(version);
  return [
    ...togetherIn(root, folder, example),
    ...Object.entries(around).map(([path, text]) => wholeFile(root, path, text)),
    ...Object.entries(lines).map(([path, wanted]) => linesIn(root, path, wanted)),
    wholeFile(root, configurationName, configuration),
  ];
}

function refuseTaken(root: string, given: string): void {
  if (isFile(root))
    throw new Failure("usage", "no-folder", `${given} is a file, not a folder.`, "Name a folder.");
  if (!isTaken(root, configurationName)) return;
  throw new Failure(
    "refused",
    "project-there",
    `There is a project already: ${join(root, configurationName)}. Nothing was written.`,
    "See what it says with promptctl validate, or name another folder: promptctl init my-project",
  );
}

async function askFirst(
  host: CommandHost,
  root: string,
  directory: string | undefined,
): Promise<void> {
  if (!host.ask || isCi(host.env))
    throw new Failure(
      "usage",
      "nobody-to-ask",
      "Nobody can be asked here, so nothing was written.",
      `Say yes beforehand: promptctl init ${directory === undefined ? "" : `${shellQuote(directory)} `}--yes`,
    );
  const meant = intents(root, host.version);
  const files = pluralize(meant.filter(({ does }) => does !== "leave").length, "file");
  const where = `promptctl init · ${escapeText(root)}\n\n`;
  const yes = await host.ask(`${where}${meantText(meant)}\nWrite ${files}? (y/N) `);
  if (!yes)
    throw new Failure("refused", "no-consent", "The answer was not yes, so nothing was written.");
}

/** A folder as a word of a shell, from another one; empty where they are the same. */
function folderWord(from: string, folder: string): string {
  const path = projectPrefix(from, folder).slice(0, -1);
  return path === "" ? "" : shellQuote(path.startsWith("-") ? `./${path}` : path);
}

/** Says where the project lies in another one, or not at the top of its repository. */
function tellSurroundings(host: CommandHost, root: string, done: readonly Intent[]): void {
  const outer = projectAbove(dirname(root));
  if (outer !== undefined)
    host.err(
      `\nThis folder lies in another project, ${escapeText(outer)}: commands in it now work on the new one.\n`,
    );
  const top = folderAbove(root, ".git");
  const made = done.filter(({ does }) => does === "create").map(({ path }) => path);
  const misplaced = made.filter((path) => onlyAtTheTop.includes(path));
  if (top === undefined || top === root || misplaced.length === 0) return;
  host.err(
    `\nOnly at the top of the repository, ${escapeText(top)}, these count: ${misplaced.join(" and ")}.\nMove them there, and name the project in the commands of the workflow: promptctl plan ${escapeText(folderWord(top, root))}\n`,
  );
}
