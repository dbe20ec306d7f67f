// What a plan reports on a pull request besides the plan: the settings that the pull request loosens,
// the definitions that it removes, the changes that are not its own, and the warnings in its files. A
// failure here does not fail the plan.
import { type Failure, isFailure, messageWithHint } from "../engine/model/failure.ts";
import { someOf } from "../engine/model/hint.ts";
import type { PullRequestReport } from "../views/plan/pull-request-markdown.ts";
import { pluralize } from "../views/text/terminal-text.ts";
import type { ActionPlan, ActionValidation, ComparedWithBase } from "./commands.ts";
import {
  type LimitedPullRequestFiles,
  maxReadFiles,
  pullRequestFiles,
} from "./pull-request-files.ts";
import type { Session } from "./session.ts";

/** The report; undefined if the run has no pull request or no token. */
export async function pullRequestReport(
  session: Session,
  { diagnostics }: ActionValidation,
  planned: ActionPlan,
): Promise<PullRequestReport | undefined> {
  const { event, commands } = session;
  const api = await session.api();
  if (event.type !== "pull-request" || event.baseSha === "" || !api) return undefined;
  const all = diagnostics.filter(({ severity }) => severity === "warning");
  try {
    const files = await pullRequestFiles(api, event, commands.repositoryPath);
    const changed = new Set(files.changes.map(({ path }) => path));
    const warnings = all.filter(({ location }) => changed.has(location.file));
    const { unrelated, notCompared, loosened, ...compared } = await planned.compareWithBase(files);
    return {
      ...compared,
      loosened: loosened ?? [],
      ...(unrelated && { unrelated }),
      warnings,
      otherWarnings: all.length - warnings.length,
      problems: [
        ...problemsOf(files, notCompared),
        ...(loosened ? [] : [unknownLoosenedText(files.failure())]),
      ],
      namesOnly: false,
    };
  } catch (error) {
    if (!isFailure(error)) throw error;
    const unknown = `definitions that this pull request removes, warnings in its files, and ${loosenedQuestion}`;
    const problems = [`Not determined: ${unknown}. ${messageWithHint(error)}`];
    const none = { removed: [], loosened: [], warnings: [], otherWarnings: all.length };
    return { isTouched: false, ...none, problems, namesOnly: false };
  }
}

function problemsOf(
  files: LimitedPullRequestFiles,
  notCompared: ComparedWithBase["notCompared"],
): string[] {
  const limit = `GitHub lists only the first ${files.changes.length} files of this pull request. The others are not compared with the base commit.`;
  return [
    ...(files.isCut ? [limit] : []),
    ...(notCompared.length === 0 ? [] : [notComparedText(notCompared, files.failure())]),
  ];
}

const loosenedQuestion = "whether promptctl.yaml permits more than at the base commit";

function unknownLoosenedText(failure: Failure | undefined): string {
  const reason = failure ? messageWithHint(failure) : "It cannot be read there, or has errors.";
  return `Not determined: ${loosenedQuestion}. ${reason}`;
}

function notComparedText(paths: readonly string[], failure: Failure | undefined): string {
  const files = `${pluralize(paths.length, "file")} (${someOf(paths)})`;
  const reason = failure
    ? messageWithHint(failure)
    : `At the base commit they have errors, are larger than 1 MB, or exceed the limit of ${maxReadFiles} files.`;
  return `Not determined: definitions that this pull request removes from ${files}. ${reason}`;
}
