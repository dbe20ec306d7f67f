// Saves files of a run for later steps, in the folder that the runner empties at the end of the
// job.
import { isFailure } from "../engine/model/failure.ts";
import { annotateRun, type Session } from "./session.ts";

/** Saves a file for later steps. Returns its path, or "" with a warning if it cannot be saved. */
export function saveFile(
  session: Session,
  name: string,
  extension: string,
  save: (path: string) => void,
): string {
  const { runner } = session;
  const folder = runner.env["RUNNER_TEMP"];
  if (!folder) return "";
  const path = `${folder}/promptctl-${name}-${runner.uniqueId()}.${extension}`;
  try {
    save(path);
    return path;
  } catch (error) {
    if (!isFailure(error)) throw error;
    annotateRun(session, "warning", error);
    return "";
  }
}
