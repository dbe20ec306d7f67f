// Reads the history that a plan needs. Where git cannot tell it, the reason takes its place.
import type { MissingHistory } from "../../engine/history/project-history.ts";
import { once } from "../../engine/model/collections.ts";
import { type Failure, isFailure } from "../../engine/model/failure.ts";
import { openObjects } from "../../io/git/git-objects.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import { hasAncestor, mergeBases } from "../../project/commits/git-line.ts";
import { uncommittedFiles } from "../../project/commits/uncommitted-files.ts";
import { kinds } from "../../kinds.ts";
import { readCommits, unreadableReason } from "../../sync/plan/read-commits.ts";
import { type HistoryReader, readHistory } from "../../sync/plan/read-history.ts";
import type { CommandHost } from "../host/command-host.ts";
import { type HistoryRange, openHistory } from "./open-history.ts";
import { otherProjectDefinitions } from "./other-projects.ts";
import { definitionSchemas } from "./project.ts";

export interface HistoryFlags extends HistoryRange {
  /** False with --no-history. */
  readonly history?: boolean;
}

/**
 * The repository is opened once, when git is asked for the first time. Its process ends when no question
 * is open: questions overlap.
 */
export function createHistoryReader(
  host: CommandHost,
  settings: Settings,
  { history: isRead = true, ...range }: HistoryFlags,
): HistoryReader {
  const without = (missing: MissingHistory): Awaited<ReturnType<HistoryReader["read"]>> => ({
    commits: [],
    end: undefined,
    missing,
    others: [],
  });
  const open = once(async () => openObjects(await host.openRepository(settings.root)));
  let users = 0;
  const whileOpen = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    users++;
    try {
      return await ask();
    } finally {
      if (--users === 0) (await open().catch(() => undefined))?.close();
    }
  };
  return {
    read: async (queries, comparison, files) => {
      if (!isRead) return without({ code: "no-history", reason: "--no-history" });
      try {
        return await whileOpen(async () => {
          const commits = await openHistory(await open(), settings, files, range);
          const sources = { kinds, schemas: definitionSchemas, files };
          return await readHistory(sources, commits, queries, comparison);
        });
      } catch (problem) {
        if (!isFailure(problem)) throw problem;
        return without(missingHistory(problem));
      }
    },
    contains: (commit, ancestor) =>
      whileOpen(async () => hasAncestor((await open()).repository, commit, ancestor)),
    at: async (asked, files) => {
      const unknown = (reason: string) =>
        new Map([...asked].map(([commit]) => [commit, { type: "unknown", reason } as const]));
      try {
        return await whileOpen(async () => {
          const commits = await openHistory(await open(), settings, files, range);
          const sources = { kinds, schemas: definitionSchemas, files };
          return await readCommits(sources, commits, asked);
        });
      } catch (problem) {
        return unknown(unreadableReason(problem));
      }
    },
    mergeBases: (commits) => whileOpen(async () => mergeBases((await open()).repository, commits)),
    otherProjectDefinitions: async () => {
      try {
        return await whileOpen(async () => otherProjectDefinitions(await open()));
      } catch (problem) {
        if (isFailure(problem) && problem.code === "no-repository") return [];
        throw problem;
      }
    },
    uncommittedFiles: async (project) =>
      range.ref === undefined ? whileOpen(() => uncommittedFiles(open, settings, project)) : [],
  };
}

const reasons: { readonly [code: string]: string } = {
  "no-git": "git is not installed",
  "no-repository": "the project is in no git repository",
  "no-commits": "the git repository has no commits",
  "partial-clone": "the clone is partial and lacks old files",
  "unsafe-repository": "git does not trust the owner of the repository (safe.directory)",
};

function missingHistory({ code, message }: Failure): MissingHistory {
  return { code, reason: reasons[code] ?? message.replace(/\.$/, "") };
}
