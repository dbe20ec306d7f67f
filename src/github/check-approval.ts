// The approval of a plan: the plan job gives it as the output permission, and the apply job refuses a plan
// that holds more.
import { refused } from "../engine/model/failure.ts";
import {
  approvalText,
  approvedKeys,
  beyondApproval,
  emptyApproval,
  maxApprovedKeys,
} from "../engine/review/approval.ts";
import { isRemoteAddress } from "../engine/review/redact.ts";
import { joinWithAnd } from "../engine/text/kind-counts.ts";
import { someLines } from "../engine/text/word-lists.ts";
import { pluralize } from "../views/text/terminal-text.ts";
import type { ActionPlan } from "./commands.ts";
import { isProposed } from "../io/ci/github-event.ts";
import type { ActionInputs } from "./inputs.ts";
import type { RunResult } from "./run-result.ts";
import type { Session } from "./session.ts";

/** The output permission: what somebody approves who approves the plan. Undefined without a plan. */
export function approvalOutput(session: Session, { type }: RunResult): string | undefined {
  const { planned, inputs } = session;
  if (!planned || inputs.command !== "plan" || type !== "planned") return undefined;
  return approvalOf(session, planned) ?? emptyApproval;
}

/** Approvals of plans in public logs have no keys of single changes, as the comments have none. */
function approvalOf({ inputs }: Session, planned: ActionPlan): string | undefined {
  return approvalText(planned, inputs.commentDetail === "names");
}

/** Throws if a plan is too large to be approved. The plan of a proposed commit is not applied. */
export function checkApprovable(session: Session, planned: ActionPlan): void {
  if (session.inputs.command !== "plan" || isProposed(session.event)) return;
  if (approvalOf(session, planned) !== undefined) return;
  throw refused(
    "plan-too-large",
    `The plan has more than ${maxApprovedKeys} changes and alerts, and an approval cannot list them.`,
    "Plan and apply a part of them with the input target in both jobs, then the others.",
  );
}

const planAgain =
  "To plan and approve again, start all jobs of this run again (Re-run all jobs), or the workflow for the newest commit.";

const problems = {
  empty: [
    "it is empty: the plan job was skipped or failed, or the workflow does not pass its output on",
    "Set permission: ${{ needs.plan.outputs.permission }}, with the plan job under needs:, and that output under outputs: of the plan job.",
  ],
  version: [
    "another version of promptctl made it",
    "Use the same version of the Action in the plan job and in this one.",
  ],
  damaged: [
    "it is not the output permission of a plan job: it was cut or changed",
    "Pass the output on as it is.",
  ],
} as const;

/** The keys in the input permission; undefined if it is off. Throws a Failure if it has no keys. */
export function readApproval({ permission }: ActionInputs): readonly string[] | undefined {
  if (permission === "off") return undefined;
  const approved = approvedKeys(permission);
  if ("keys" in approved) return approved.keys;
  const [reason, hint] = problems[approved.problem];
  throw refused(
    "no-approval",
    `Not applied: the input permission does not say what was approved: ${reason}.`,
    [hint, planAgain],
  );
}

/** Throws if the plan holds more than was approved. */
export function checkApproval({ inputs }: Session, planned: ActionPlan): void {
  const keys = readApproval(inputs);
  if (!keys) return;
  const { atoms, alerts } = beyondApproval(keys, planned);
  if (atoms.length + alerts.length === 0) return;
  const nameOf = (address: string): string =>
    inputs.commentDetail === "names" && isRemoteAddress(address) ? "(not named here)" : address;
  const changes = [...new Set(atoms.map(({ change }) => change))];
  const lines = [
    ...changes.map(({ action, address }) => `${action} ${nameOf(address)}`),
    ...alerts.map(({ code, address }) =>
      address === undefined ? `alert ${code}` : `alert ${code}: ${nameOf(address)}`,
    ),
  ];
  const counts = [
    ...(changes.length > 0 ? [pluralize(changes.length, "change")] : []),
    ...(alerts.length > 0 ? [pluralize(alerts.length, "alert")] : []),
  ];
  throw refused(
    "not-approved",
    `Not applied: the plan holds more than was approved: ${joinWithAnd(counts)}.`,
    [...someLines(lines), planAgain],
  );
}
