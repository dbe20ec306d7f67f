// What the note on a merge request shows besides the plan: the settings that the merge request
// loosens. GitLab shows warnings as Code Quality. A failure here does not fail the plan.
import {
  type LoosenedSetting,
  loosenedSettings,
} from "../../engine/environments/loosened-settings.ts";
import { isFailure, messageWithHint } from "../../engine/model/failure.ts";
import { readConfiguration } from "../../project/settings/configuration.ts";
import { openObjects } from "../../io/git/git-objects.ts";
import { findBaseCommit, openRepository } from "../../io/git/git-repository.ts";
import { kinds } from "../../kinds.ts";
import type { PullRequestReport } from "../../views/plan/pull-request-markdown.ts";
import type { CommandHost } from "../host/command-host.ts";
import { configurationSchema } from "../project/project.ts";
import { readProjectAt } from "../project/project-at.ts";

/** The report about the project in a folder. */
export async function mergeRequestReport(
  host: CommandHost,
  root: string,
): Promise<PullRequestReport> {
  const nothing = { isTouched: false, removed: [], warnings: [], otherWarnings: 0 };
  const report = { ...nothing, loosened: [], problems: [], namesOnly: false };
  try {
    return { ...report, loosened: await loosenedSinceBase(host, root) };
  } catch (error) {
    if (!isFailure(error)) throw error;
    const unknown = "whether promptctl.yaml permits more than before this merge request";
    return { ...report, problems: [`Not determined: ${unknown}. ${messageWithHint(error)}`] };
  }
}

/** Compares promptctl.yaml with the commit that the merge request is based on. */
async function loosenedSinceBase({ env }: CommandHost, root: string): Promise<LoosenedSetting[]> {
  const repository = await openRepository(root, env);
  const { commit } = await findBaseCommit(repository);
  const objects = openObjects(repository);
  try {
    const base = await readProjectAt(objects, commit);
    if (!base) return []; // a new project
    return loosenedSettings(base, await readConfiguration(kinds, configurationSchema, root, "."));
  } finally {
    objects.close();
  }
}
