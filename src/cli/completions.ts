// What can follow an incomplete command line: commands, flags, values of flags, and arguments.
import { resolve } from "node:path";
import { type Argument, Command, type Option } from "commander";
import { codes } from "../generated/diagnostic-codes.ts";
import type { Settings } from "../project/settings/configuration.ts";
import { listRefs } from "../io/git/git.ts";
import { isFolder } from "../io/files/paths.ts";
import { kinds } from "../kinds.ts";
import { loadFiles } from "../sync/load/load.ts";
import type { CommandHost } from "./host/command-host.ts";
import { definitionSchemas, projectFiles, readProject } from "./project/project.ts";
import { schemaPaths } from "./definitions/schema.ts";

export interface Completions {
  /** The paths that the shell offers too. */
  readonly paths: "none" | "files" | "folders";
  readonly candidates: readonly Candidate[];
}

interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** What is known of the line before its last word. */
interface Context {
  readonly host: CommandHost;
  readonly program: Command;
  /** The command; undefined before its name. */
  readonly command: Command | undefined;
  /** The arguments of the command before the last word. */
  readonly operands: readonly string[];
}

type Source = Completions["paths"] | ((context: Context) => readonly string[] | Promise<string[]>);

/** The values of flags by their name, and of others by the name in their usage: `--target <pattern>`. */
const sources: Readonly<Record<string, Source>> = {
  directory: "folders",
  paths: "files",
  files: "files",
  "directory|plan": "files",
  file: "files",
  pattern: async (context) => (await addressesOf(context)).map(escapedPattern),
  address: async (context) => (await addressesOf(context)).filter(hasVersions),
  prompt: async (context) => {
    const prefix = `${kinds.find((row) => row.runs)!.kind}/`;
    return (await addressesOf(context)).filter((address) => address.startsWith(prefix));
  },
  "--env": environmentNamesOf,
  "--against": environmentNamesOf,
  "--base": async (context) => [...(await refsOf(context)), "service", "none"],
  ref: refsOf,
  from: refsOf,
  to: refsOf,
  code: () => Object.keys(codes),
  kind: () => Object.keys(schemaPaths),
  command: ({ program }) => program.commands.map((command) => command.name()),
};

/** The completions of the last word, which may be empty. */
export async function completionsOf(
  host: CommandHost,
  program: Command,
  words: readonly string[],
): Promise<Completions> {
  const last = words.at(-1) ?? "";
  const found = await candidatesOf(contextOf(host, program, words.slice(0, -1)), last);
  const candidates = found.candidates.filter(({ value }) => value.startsWith(last));
  return { ...found, candidates };
}

interface ParsedWords extends Context {
  /** The flag that the last word is the value of. */
  readonly flag: Option | undefined;
  /** Whether `--` ended the flags. */
  readonly ended: boolean;
}

function contextOf(host: CommandHost, program: Command, previous: readonly string[]): ParsedWords {
  let command: Command | undefined;
  let flag: Option | undefined;
  let ended = false;
  const operands: string[] = [];
  for (const word of previous) {
    if (flag) flag = undefined;
    else if (word === "--") ended = true;
    else if (word.startsWith("-") && !ended) flag = flagWithValue(command, word);
    else if (command) operands.push(word);
    else command = program.commands.find((each) => each.name() === word) ?? new Command(word);
  }
  return { host, program, command, operands, flag, ended };
}

/** The flag if its value is the next word. */
function flagWithValue(command: Command | undefined, word: string): Option | undefined {
  return command?.options.find(
    ({ long, short, required }) => required && [long, short].includes(word),
  );
}

async function candidatesOf(context: ParsedWords, last: string): Promise<Completions> {
  const { command, program, flag, ended, operands } = context;
  if (flag) return valuesOf(context, flag, sourceNameOf(flag));
  const [, name, value] = /^(--[^=]+)=(.*)$/s.exec(ended ? "" : last) ?? [];
  if (value !== undefined) {
    const option = flagWithValue(command, name!);
    if (!option) return none;
    const { paths, candidates } = await valuesOf(context, option, sourceNameOf(option));
    const prefixed = candidates.map((each) => ({ ...each, value: `${name}=${each.value}` }));
    return { paths, candidates: prefixed };
  }
  if (last.startsWith("-") && !ended) return flagsOf(command ?? program);
  if (!command) return commandsOf(program);
  const { registeredArguments: list } = command;
  const argument = list[operands.length] ?? (list.at(-1)?.variadic ? list.at(-1) : undefined);
  return argument ? valuesOf(context, argument, argument.name()) : none;
}

const none: Completions = { paths: "none", candidates: [] };

function sourceNameOf({ long, flags }: Option): string {
  if (long && Object.hasOwn(sources, long)) return long;
  return /<(.*)>/.exec(flags)?.[1] ?? "";
}

async function valuesOf(
  context: Context,
  { argChoices }: Pick<Option | Argument, "argChoices">,
  name: string,
): Promise<Completions> {
  const source = argChoices ? () => argChoices : (sources[name] ?? "none");
  if (typeof source === "string") return { paths: source, candidates: [] };
  const values = await source(context);
  return { paths: "none", candidates: values.map((value) => ({ value, description: "" })) };
}

function flagsOf(command: Command): Completions {
  const help = command.createHelp();
  const candidates = help.visibleOptions(command).flatMap((option) => {
    const description = firstSentence(help.optionDescription(option));
    return option.long ? [{ value: option.long, description }] : [];
  });
  return { paths: "none", candidates };
}

function commandsOf(program: Command): Completions {
  const commands = program.createHelp().visibleCommands(program);
  const candidates = commands.map((command) => ({
    value: command.name(),
    description: firstSentence(command.description()),
  }));
  return { paths: "none", candidates };
}

/** The description up to its first full stop, semicolon or bracket. */
function firstSentence(description: string): string {
  return description.replace(/(?:\. .*|[.;].*| \(.*)$/s, "");
}

/** The addresses in the project that the command names. */
function addressesOf(context: Context): Promise<string[]> {
  return fromSettings(context, async (settings) => {
    const files = projectFiles(context.host, settings);
    const { definitions } = await loadFiles(kinds, definitionSchemas, files);
    return definitions.map(({ address }) => address);
  });
}

/** Whether the versions of a definition are its own, not those of its parent. */
function hasVersions(address: string): boolean {
  return kinds.some(({ kind, parent }) => !parent?.numbered && address.startsWith(`${kind}/`));
}

function environmentNamesOf(context: Context): Promise<string[]> {
  return fromSettings(context, async ({ environments = [] }) => [
    ...environments.map(({ name }) => name),
    "local",
  ]);
}

function refsOf(context: Context): Promise<string[]> {
  const { env } = context.host;
  return fromSettings(context, ({ root }) => listRefs({ folder: root, env }));
}

/** The arguments that can name a project. */
const folderArguments = new Set(["directory", "directory|plan", "paths"]);

/** What the settings of the project that the command names yield; nothing if something cannot be read. */
async function fromSettings(
  { host, command, operands }: Context,
  read: (settings: Settings) => Promise<string[]>,
): Promise<string[]> {
  const { registeredArguments: list = [] } = command ?? {};
  const folder = operands.find((operand, index) => {
    const name = (list[index] ?? list.at(-1))?.name() ?? "";
    return folderArguments.has(name) && isFolder(resolve(host.cwd, operand));
  });
  try {
    const { settings } = await readProject(host, folder);
    return await read(settings);
  } catch {
    return []; // a shell cannot show errors while the user types
  }
}

/** The pattern that matches only the address. */
function escapedPattern(address: string): string {
  return address.replaceAll("*", "\\*");
}
