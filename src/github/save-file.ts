// Saves files of a run for later steps, in the folder that the runner empties at the end of the
// job.
import { isEnvironmentName } from "../engine/environments/environment.ts";
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
  const environment = isEnvironmentName(session.environment) ? [session.environment] : [];
  const names = ["promptctl", name, ...environment, runner.uniqueId()];
  const path = `${folder}/${names.join("-")}.${extension}`;
  try {
    save(path);
    return path;
  } catch (error) {
    if (!isFailure(error)) throw error;
    annotateRun(session, "warning", error);
    return "";
  }
}
