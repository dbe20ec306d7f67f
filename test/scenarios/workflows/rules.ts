// What every workflow here keeps to, beyond what GitHub asks: pins, permissions, time limits, no
// credentials left behind, nothing of an event in a script.
import { isMap, isScalar, parseDocument, type Pair, type YAMLMap } from "yaml";
import { version } from "./actions.ts";

/** How the Action is named where its owner is not known yet. */
const placeholder = `OWNER/promptctl@<commit of the tag> # v${version}`;

/** What the tests look at in one. */
export interface Step {
  readonly id?: string;
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

/** One line for each rule that a workflow breaks. */
export function brokenBy(text: string): string[] {
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
    ...jobs.flatMap(([, { steps = [] }]) => steps.flatMap(brokenByStep)),
    ...unpinned(text),
  ];
}

/** Those that run with secrets for what strangers send. */
function triggers(on: unknown): string[] {
  const names = typeof on === "string" ? [on] : Array.isArray(on) ? on : Object.keys(on as object);
  return ["pull_request_target", "workflow_run", "issue_comment"]
    .filter((name) => names.includes(name))
    .map((name) => `${name} runs what strangers send`);
}

/** The permissions without a comment behind them. */
function unexplained(permissions: unknown): string[] {
  if (!isMap(permissions)) return [];
  return (permissions as YAMLMap).items.flatMap(({ key, value }: Pair) =>
    isScalar(value) && (value.comment ?? "").trim() !== "" ? [] : [String(key)],
  );
}

function brokenByStep({ uses = "", run = "", with: given = {} }: Step): string[] {
  return [
    ...(run.includes("${{") ? [`an expression in a script: ${run.trim()}`] : []),
    ...(uses.startsWith("actions/checkout@") && given["persist-credentials"] !== false
      ? ["a checkout leaves its credentials behind"]
      : []),
  ];
}

/** Actions by something else than the commit of a tag, with the tag behind it. */
export function unpinned(text: string): string[] {
  return [...text.matchAll(/^[ -]*uses: *(.*)$/gm)]
    .map(([, action]) => action!)
    .filter((action) => !/^[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))
    .filter((action) => action !== "./" && action !== placeholder)
    .map((action) => `not pinned: ${action}`);
}
