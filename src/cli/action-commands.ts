// The commands of the tool for the GitHub Action: what src/github is handed. The Action's words and
// pages are there; nothing of that is here.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Failure } from "../engine/model/failure.ts";
import { changesDigest } from "../engine/saved-plan/plan-digest.ts";
import type { ActionInputs } from "../github/inputs.ts";
import type { ActionPlan, ActionCommands } from "../github/commands.ts";
import { configurationName } from "../io/configuration.ts";
import { kinds } from "../kinds.ts";
import type { ApplyEvent } from "../sync/apply.ts";
import type { ApplyResult, StepFailure } from "../views/apply-markdown.ts";
import { applyWithReporter, createTextReporter } from "./apply-plan.ts";
import type { CommandHost } from "./command-host.ts";
import { inMemoryReplaceJournal } from "./replace-journal.ts";
import { planSourcePaths } from "./plan-output.ts";
import { executable, type PlanFlags, preparePlanSilently, savePlanAt } from "./prepare-plan.ts";
import { validateProjectAt } from "./validate.ts";

/** `host`: the process of the Action, which stands at the top of the checkout. */
export function createActionCommands(host: CommandHost, inputs: ActionInputs): ActionCommands {
  const { directory, baseUrl, target, exclude, prune, allowMassDelete } = inputs;
  const root = resolve(host.cwd, directory);
  const flags = {
    baseUrl,
    target,
    exclude,
    allowMassDelete,
    timeout: inputs.timeoutMs,
    retries: inputs.retries,
    concurrency: inputs.concurrency,
    ...(prune !== undefined && { prune }),
  };
  return {
    kinds,
    validate: async () => {
      refuseNoProject(root, directory);
      return validateProjectAt(host, root, "all");
    },
    plan: (access) => planned(host, root, flags, access),
  };
}

/** A folder without the file would be taken for one of definitions: here it is a slip. */
function refuseNoProject(root: string, directory: string): void {
  if (existsSync(join(root, configurationName))) return;
  throw new Failure(
    "usage",
    "no-project",
    `There is no ${configurationName} in ${directory === "." ? "the checkout" : directory}.`,
    "The input directory names the folder of the project; a step with actions/checkout comes before this one.",
  );
}

async function planned(
  host: CommandHost,
  root: string,
  flags: PlanFlags & { readonly concurrency: number },
  access: "read" | "write",
): Promise<ActionPlan> {
  // Notes in a fresh checkout come from a commit, and could have anything deleted.
  const prepared = await preparePlanSilently(host, {
    directory: root,
    flags,
    access,
    journal: inMemoryReplaceJournal(),
  });
  const { plan, connection, journal } = prepared;
  return {
    plan,
    digest: changesDigest(kinds, plan),
    ...planSourcePaths(host, prepared),
    save: (path) => savePlanAt(host, prepared, path),
    apply: async (quiet) => {
      const told = quiet ? (): void => {} : createTextReporter(host, plan);
      const failures: StepFailure[] = [];
      let finished: ApplyEvent & { type: "finished" } = nothingYet;
      const exitCode = await applyWithReporter(
        host,
        { plan: executable(prepared), connection, journal, flags },
        (event) => {
          if (event.type === "failed")
            failures.push({ address: event.step.address, error: event.error });
          if (event.type === "finished") finished = event;
          told(event);
        },
      );
      const { counts, unreachable, incomplete } = finished;
      return { exitCode, counts, unreachable, incomplete, failures } satisfies ApplyResult;
    },
    close: connection.close,
  };
}

const nothingYet: ApplyEvent & { type: "finished" } = {
  type: "finished",
  counts: { done: 0, failed: 0, skipped: 0, notStarted: 0 },
  unreachable: false,
  incomplete: [],
  ids: {},
};
