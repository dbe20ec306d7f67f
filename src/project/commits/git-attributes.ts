// Which files of a commit a checkout converts, as .gitattributes says.
import { memo } from "../../engine/model/collections.ts";
import { type CommitFolder, commitOutput } from "./commit-listing.ts";
import { type GitOutput, runGit } from "../../io/git/git-command.ts";
import { type GitRepository, pathToRoot } from "../../io/git/git-repository.ts";

/** Attributes by which the text in a working tree differs from that in the commit. */
const convertingAttributes = ["filter", "ident", "working-tree-encoding"];

/** What git has said about the files of a folder in a commit, by path: undefined for a file without such an attribute. */
type KnownFiles = Map<string, string | undefined>;

const knownFiles = memo(
  (_repository: GitRepository) => memo((_at: string): KnownFiles => new Map()),
  new WeakMap(),
);

/**
 * The files that have such an attribute, with the end of a sentence about it. Paths are relative to
 * the folder. git is asked once for each file. Line endings are no reason: promptctl reads both.
 */
export async function convertedFiles(
  repository: GitRepository,
  at: CommitFolder,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = knownFiles(repository)(`${at.commit}:${at.folder}`);
  const unknown = [...new Set(paths)].filter((path) => !known.has(path));
  const asked = await askAttributes(repository, at, unknown);
  for (const path of unknown) known.set(path, asked.get(path));
  return new Map(
    paths.flatMap((path) => {
      const conversion = known.get(path);
      return conversion === undefined ? [] : [[path, conversion] as const];
    }),
  );
}

async function askAttributes(
  repository: GitRepository,
  { commit, folder }: CommitFolder,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map();
  const up = pathToRoot(repository); // paths on standard input start at the folder
  const input = paths.map((path) => `${up}${folder}${path}\0`).join("");
  const check = (...flags: string[]): Promise<GitOutput> =>
    runGit(repository, ["check-attr", ...flags, "-z", "--stdin", ...convertingAttributes], input);
  const isTried = repository.hasSourceFlag; // a call at the same time may learn that git refuses it
  let output = isTried ? await check(`--source=${commit}`) : await check();
  if (isTried && output.exitCode === 129) {
    repository.hasSourceFlag = false;
    output = await check(); // an older git reads only the attributes of the working tree
  }
  const fields = commitOutput(repository, commit, output).split("\0");
  const found = new Map<string, string>();
  for (let index = 0; index + 2 < fields.length; index += 3) {
    const [path, attribute, value] = fields.slice(index, index + 3) as [string, string, string];
    if (value === "unspecified" || value === "unset") continue;
    const text = value === "set" ? attribute : `${attribute}=${value}`;
    found.set(
      path.slice(up.length + folder.length),
      `has the git attribute ${text}, so its text cannot be read from a commit`,
    );
  }
  return found;
}
