// Reads the history that a plan needs. Where git cannot tell it, the reason takes its place.
import type { MissingHistory } from "../../engine/history/project-history.ts";
import { type Failure, isFailure } from "../../engine/model/failure.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import { uncommittedFiles } from "../../project/commits/uncommitted-files.ts";
import { kinds } from "../../kinds.ts";
import { type HistoryReader, readHistory } from "../../sync/plan/read-history.ts";
import type { CommandHost } from "../host/command-host.ts";
import { openHistory } from "./open-history.ts";
import { otherProjectDefinitions } from "./other-projects.ts";
import { definitionSchemas } from "./project.ts";

export interface HistoryFlags {
  /** False with --no-history. */
  readonly history?: boolean;
  readonly ref?: string;
}

export function createHistoryReader(
  host: CommandHost,
  settings: Settings,
  { history: isRead = true, ref }: HistoryFlags,
): HistoryReader {
  const without = (missing: MissingHistory): Awaited<ReturnType<HistoryReader["read"]>> => ({
    commits: [],
    end: undefined,
    missing,
    others: [],
  });
  return {
    read: async (queries, comparison, files) => {
      if (!isRead) return without({ code: "no-history", reason: "--no-history" });
      try {
        const history = await openHistory(host, settings, files, ref);
        const sources = { kinds, schemas: definitionSchemas, files };
        return await readHistory(sources, history, queries, comparison).finally(history.close);
      } catch (problem) {
        if (!isFailure(problem)) throw problem;
        return without(missingHistory(problem));
      }
    },
    otherProjectDefinitions: () => otherProjectDefinitions(host, settings),
    uncommittedFiles: async (project) =>
      ref === undefined ? uncommittedFiles(host.env, settings, project) : [],
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
