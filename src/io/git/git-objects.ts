// Reads objects of a git repository with one `git cat-file --batch`, and the files of its commits.
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createHash } from "node:crypto";
import { createCallLimit } from "../../engine/model/call-limit.ts";
import { failed } from "../../engine/model/failure.ts";
import { memo } from "../../engine/model/collections.ts";
import { gitFailure, type GitOutput, runGit, startFailure, startGit } from "./git-command.ts";
import type { GitRepository } from "./git-repository.ts";

export interface GitObjects {
  readonly repository: GitRepository;
  /** The contents by hash. Objects that the clone lacks are missing in it. */
  read(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /**
   * All files, links and submodules of a commit, as `git ls-tree -z` prints them. git is asked once for
   * each commit and folders. `folders`: their paths in the repository; empty for all of it.
   */
  list(commit: string, folders: readonly string[]): Promise<GitOutput>;
  /** Ends git. The next read starts it again. */
  close(): void;
}

/** The hash of a file with this text; `like`: another hash of the repository. */
export function blobHash(text: string, like: string): string {
  const hash = createHash(like.length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${Buffer.byteLength(text)}\0${text}`).digest("hex");
}

const listingsOf = memo(
  (repository: GitRepository) =>
    memo((question: string) => {
      const [commit, ...folders] = question.split("\0");
      const paths = folders.length > 0 ? ["--", ...folders] : [];
      return runGit(repository, ["ls-tree", "-r", "-z", "--full-tree", commit!, ...paths]);
    }),
  new WeakMap(),
);

/** Reads objects of a repository. Starts git when the first object is read. */
export function openObjects(repository: GitRepository): GitObjects {
  let batch: ObjectBatch | undefined;
  const close = (): void => {
    batch?.child.kill();
    batch = undefined;
  };
  const inTurn = createCallLimit(1); // answers arrive in the order of the requests
  const read = async (hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>> => {
    batch ??= await startBatch(repository);
    try {
      return await batch.read(hashes);
    } catch (problem) {
      close();
      throw problem;
    }
  };
  return {
    repository,
    list: (commit, folders) => listingsOf(repository)([commit, ...folders].join("\0")),
    read: async (hashes) => (hashes.length === 0 ? new Map() : inTurn(() => read(hashes))),
    close,
  };
}

interface ObjectBatch {
  readonly child: ChildProcessWithoutNullStreams;
  read(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
}

async function startBatch(repository: GitRepository): Promise<ObjectBatch> {
  const child = await startGit(repository, ["cat-file", "--batch"]);
  let stderr = "";
  let problem: NodeJS.ErrnoException | undefined;
  child.on("error", (error) => (problem = error));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const output = byteReader(child.stdout);
  return {
    child,
    read: async (hashes) => {
      child.stdin.write(`${hashes.join("\n")}\n`);
      const contents = new Map<string, Buffer>();
      for (const hash of hashes) {
        const content = await readObject(output);
        if (content === "end")
          throw problem ? startFailure(problem) : gitFailure(repository, { stderr });
        if (content !== "missing") contents.set(hash, content);
      }
      return contents;
    },
  };
}

/** Reads `HASH TYPE SIZE`, the content and a line break; or `HASH missing`. */
async function readObject(output: ByteReader): Promise<Buffer | "missing" | "end"> {
  const header = await output.line();
  if (header === undefined) return "end";
  const [, type, size] = header.split(" ");
  if (size === undefined) {
    if (type === "missing") return "missing";
    throw failed("git", `git failed: ${header}`);
  }
  const content = await output.bytes(Number(size) + 1);
  return content?.subarray(0, -1) ?? "end";
}

interface ByteReader {
  /** The next line without its end; undefined at the end of the stream. */
  line(): Promise<string | undefined>;
  /** The next bytes; undefined if the stream ends before. */
  bytes(count: number): Promise<Buffer | undefined>;
}

function byteReader(stream: AsyncIterable<Buffer>): ByteReader {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  /** Adds chunks until there are enough bytes; false at the end of the stream. */
  const fill = async (count: number): Promise<boolean> => {
    const parts = [rest];
    let length = rest.length;
    while (length < count) {
      const { done, value } = await chunks.next();
      if (done) break;
      parts.push(value);
      length += value.length;
    }
    rest = parts.length === 1 ? rest : Buffer.concat(parts);
    return length >= count;
  };
  const take = (count: number): Buffer => {
    const taken = rest.subarray(0, count);
    rest = rest.subarray(count);
    return taken;
  };
  return {
    line: async () => {
      while (!rest.includes(10)) if (!(await fill(rest.length + 1))) return undefined;
      return take(rest.indexOf(10) + 1)
        .toString("utf8")
        .slice(0, -1);
    },
    bytes: async (count) => ((await fill(count)) ? take(count) : undefined),
  };
}
