// The files of a new project: what is there already stays as it is, but for lines that a list of
// patterns lacks. Nothing is written where a link leads.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { Failure } from "../engine/model/failure.ts";
import { linkStatsOf, createFileAtomically, writeFileAtomically } from "./atomic-file.ts";
import { systemMessage } from "./system-message.ts";

/** What is meant for a file. `text`: what is to stand there, in bytes as characters where it is added to. */
export type Intent =
  | { readonly does: "create"; readonly path: string; readonly text: string }
  | { readonly does: "add"; readonly path: string; readonly text: string }
  | { readonly does: "leave"; readonly path: string; readonly because: string };

/** Path relative to the project, with `/`, to text. */
export type Texts = Readonly<Record<string, string>>;

/** Whether something stands at a path already, be it a link to nothing. */
export function isPathTaken(root: string, path: string): boolean {
  return withFileFailure(path, "read", () => linkStatsOf(join(root, path)) !== undefined);
}

/** A file that is made only where nothing is. */
export function fileIntent(root: string, path: string, text: string): Intent {
  const because =
    withFileFailure(path, "read", () => obstacleTo(root, path)) ??
    (isPathTaken(root, path) ? "it is there already" : undefined);
  return because === undefined ? { does: "create", path, text } : { does: "leave", path, because };
}

/** A file that holds these lines, among others where it is there. */
export function lineIntent(root: string, path: string, lines: readonly string[]): Intent {
  const full = join(root, path);
  const stats = withFileFailure(path, "read", () => linkStatsOf(full));
  if (!stats) return fileIntent(root, path, lines.map((each) => `${each}\n`).join(""));
  const leave = (because: string): Intent => ({ does: "leave", path, because });
  if (stats.isSymbolicLink()) return leave(`it is a link; it should say ${lines.join(", ")}`);
  if (!stats.isFile()) return leave("it is no file");
  const text = withFileFailure(path, "read", () => readFileSync(full, "latin1")); // whatever it is encoded in stays
  const there = new Set(text.split("\n").map((line) => line.trim()));
  const missing = lines.filter((each) => !there.has(each));
  if (missing.length === 0) return leave("it says all that is needed");
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const start = text === "" || text.endsWith("\n") ? text : text + end;
  return { does: "add", path, text: start + missing.map((each) => each + end).join("") };
}

/** Files that belong together: none of them where their folder holds anything else. */
export function folderIntents(root: string, folder: string, texts: Texts): Intent[] {
  const isLink = withFileFailure(folder, "read", () =>
    linkStatsOf(join(root, folder)),
  )?.isSymbolicLink();
  if (isLink)
    return [
      {
        does: "leave",
        path: `${folder}/`,
        because: "it is a link; it has to lead to a folder in the project",
      },
    ];
  if (
    isPathTaken(root, folder) &&
    !withFileFailure(folder, "read", () => holdsOnly(root, folder, texts))
  )
    return [
      { does: "leave", path: `${folder}/`, because: "it is there already: no example is needed" },
    ];
  return Object.entries(texts).map(([path, text]) => fileIntent(root, path, text));
}

/** Whether a folder holds nothing but some of these files; hidden ones do not count. */
function holdsOnly(root: string, folder: string, texts: Texts): boolean {
  if (!linkStatsOf(join(root, folder))!.isDirectory()) return false;
  return readdirSync(join(root, folder))
    .filter((name) => !name.startsWith("."))
    .every((name) => {
      const path = `${folder}/${name}`;
      const isFile = linkStatsOf(join(root, path))!.isFile();
      return isFile && readFileSync(join(root, path), "utf8") === texts[path];
    });
}

/** What stands where a folder on the way to a file should be. */
function obstacleTo(root: string, path: string): string | undefined {
  for (let folder = posix.dirname(path); folder !== "."; folder = posix.dirname(folder)) {
    const stats = linkStatsOf(join(root, folder));
    if (stats?.isSymbolicLink()) return `${folder} is a link`;
    if (stats && !stats.isDirectory()) return `${folder} is no folder`;
  }
  return undefined;
}

/** Writes what is meant, its folders too; gives what was done. */
export function writeIntent(root: string, intent: Intent): Intent {
  if (intent.does === "leave") return intent;
  const { does, path, text } = intent;
  const full = join(root, path);
  return withFileFailure(path, "written", () => {
    mkdirSync(dirname(full), { recursive: true });
    if (does === "add")
      writeFileAtomically(full, Buffer.from(text, "latin1"), linkStatsOf(full)!.mode & 0o777);
    else if (!createFileAtomically(full, text, 0o644))
      return { does: "leave", path, because: "it is there already" };
    return intent;
  });
}

/** What the system says no to, as a failure. */
function withFileFailure<Result>(
  path: string,
  what: "read" | "written",
  work: () => Result,
): Result {
  try {
    return work();
  } catch (error) {
    throw new Failure(
      "failed",
      `not-${what}`,
      `${path} cannot be ${what}: ${systemMessage(error)}.`,
      "Fix the cause and run the same command again.",
    );
  }
}
