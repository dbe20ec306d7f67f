// Rules for all workflows that GitHub does not enforce: pinned actions, permissions, time limits, no
// persisted credentials, no expressions in scripts.
import { isMap, isScalar, parseDocument, type Pair, type YAMLMap } from "yaml";
import { version } from "./actions.ts";

/** The reference to the Action in documents: the owner is not known. */
const placeholder = `OWNER/promptctl@<commit of the tag> # v${version}`;

/** The parts of a step that the tests check. */
export interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: unknown;
  readonly "timeout-minutes"?: number;
  readonly steps?: readonly Step[];
}

/** Returns a line for each rule that a workflow violates. */
export function violatedRules(text: string): string[] {
  const document = parseDocument(text);
  const workflow = document.toJS() as {
    on: unknown;
    permissions?: object;
    jobs: Record<string, Job>;
  };
  const jobs = Object.entries(workflow.jobs);
  return [
    ...triggers(workflow.on),
    ...(JSON.stringify(workflow.permissions) === "{}" ? [] : ["permissions: {} is not at the top"]),
    ...jobs.flatMap(([name, { permissions, "timeout-minutes": minutes }]) => [
      ...(permissions === undefined ? [`${name}: no permissions`] : []),
      ...(minutes === undefined ? [`${name}: no timeout-minutes`] : []),
      ...unexplained(document.getIn(["jobs", name, "permissions"])).map(
        (permission) => `${name}: ${permission} is not explained`,
      ),
    ]),
    ...jobs.flatMap(([, { steps = [] }]) => steps.flatMap(rulesViolatedByStep)),
    ...unpinned(text),
  ];
}

/** The triggers that run with secrets for input of untrusted users. */
function triggers(on: unknown): string[] {
  const names = typeof on === "string" ? [on] : Array.isArray(on) ? on : Object.keys(on as object);
  return ["pull_request_target", "workflow_run", "issue_comment"]
    .filter((name) => names.includes(name))
    .map((name) => `${name} runs input of untrusted users`);
}

/** The permissions without a comment. */
function unexplained(permissions: unknown): string[] {
  if (!isMap(permissions)) return [];
  return (permissions as YAMLMap).items.flatMap(({ key, value }: Pair) =>
    isScalar(value) && (value.comment ?? "").trim() !== "" ? [] : [String(key)],
  );
}

function rulesViolatedByStep({ uses = "", run = "", with: given = {} }: Step): string[] {
  return [
    ...(run.includes("${{") ? [`an expression in a script: ${run.trim()}`] : []),
    ...(uses.startsWith("actions/checkout@") && given["persist-credentials"] !== false
      ? ["a checkout persists its credentials"]
      : []),
  ];
}

/** The actions that are not pinned to a commit with the version in a comment. */
export function unpinned(text: string): string[] {
  return [...text.matchAll(/^[ -]*uses: *(.*)$/gm)]
    .map(([, action]) => action!)
    .filter((action) => !/^[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))
    .filter((action) => action !== "./" && action !== placeholder)
    .map((action) => `not pinned: ${action}`);
}
