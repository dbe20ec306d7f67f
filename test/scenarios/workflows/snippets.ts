// Checks YAML snippets that use the Action against action.yml.
import { parse } from "yaml";
import { parseArguments } from "../../../src/cli/action/action-arguments.ts";
import { ours } from "./actions.ts";
import { type Step, unpinned } from "./rules.ts";

const boolean = /^(true|True|TRUE|false|False|FALSE)$/;

/** The allowed values of inputs; the descriptions in action.yml name them. */
export const closed: Readonly<Record<string, RegExp>> = {
  command: /^(validate|plan|test|apply|drift)$/,
  strict: boolean,
  test: boolean,
  prune: boolean,
  "allow-mass-delete": boolean,
  "allow-unmerged": boolean,
  "allow-unpromoted": boolean,
  comment: /^(changes|always|new|never)$/,
  unmanaged: /^(count|list)$/,
  "comment-detail": /^(full|no-replies|names)$/,
  "reviewed-plan": /^(off|notice|require)$/,
  "alert-labels": boolean,
  "api-key": /^(oidc)$/,
  "html-artifact": boolean,
  "drift-report": /^(none|issue|pull-request)$/,
  "fail-on-drift": boolean,
  gate: /^(regressions|all|report)$/,
  "min-score": /^(0(\.\d+)?|1)$/,
  "allow-unmeasured": boolean,
  "require-evaluations": boolean,
  on: /^(provider|service|echo|command)$/,
  "allow-commands": boolean,
  "max-cost": /^\d+(\.\d+)?$/,
};

/** Inputs that take any text. */
export const open: readonly string[] = [
  "directory",
  "base-url",
  "env",
  "base",
  "base-checkout",
  "overwrite",
  "ref",
  "target",
  "exclude",
  "branches",
  "label",
  "permission",
  "arguments",
  "github-token",
];

/** Returns a line for each mistake; empty for a snippet that does not use the Action. */
export function mistakesIn(text: string): string[] {
  const steps = stepsIn(parse(text));
  const own = steps.filter(({ uses = "" }) => uses === "./" || uses.includes("promptctl@"));
  if (own.length === 0) return [];
  return [...own.flatMap(mistakesOf), ...unknownOutputs(text, steps, own), ...unpinned(text)];
}

/** All nested mappings with `uses` or `run`, with the `env` of their job. */
function stepsIn(value: unknown, outer: Step["env"] = {}): Step[] {
  if (Array.isArray(value)) return value.flatMap((item) => stepsIn(item, outer));
  if (typeof value !== "object" || value === null) return [];
  const env = { ...outer, ...(value as Step).env };
  if ("uses" in value || "run" in value) return [{ ...(value as Step), env }];
  return Object.values(value).flatMap((item) => stepsIn(item, env));
}

const providerKey = /^(ANTHROPIC|OPENAI)_API_KEY$/;

function mistakesOf({ with: given = {}, env = {} }: Step): string[] {
  const { command } = given;
  const isTest = command === "test" || String(given["test"]) === "true";
  const isOffline = command === "validate" || command === "test";
  // The names of the environments are those of the examples.
  const environments = Object.keys(env).map((name) => /_(STAGING|PRODUCTION)$/.exec(name)?.[1]);
  const suffixes = "env" in given ? new Set(environments.filter((each) => each)) : new Set([""]);
  const has = (name: string): boolean =>
    `PROMPTCTL_${name}` in env ||
    (suffixes.size > 0 && [...suffixes].every((suffix) => `PROMPTCTL_${name}_${suffix}` in env));
  const needed = [
    ...(command === undefined ? ["no command"] : []),
    ...(isOffline || "base-url" in given || has("BASE_URL") ? [] : ["no base-url"]),
    ...(isOffline || has("API_KEY") ? [] : ["no key"]),
    ...(!isTest || Object.keys(env).some((name) => providerKey.test(name)) ? [] : ["no key"]),
  ];
  const values = Object.entries(given).flatMap(([name, value]) => {
    if (!(name in ours.inputs)) return [`no input ${name}`];
    const isOther = String(value).includes("${{") || (closed[name]?.test(String(value)) ?? true);
    if (name === "arguments" && !String(value).includes("${{"))
      return parseArguments(String(value), { command: String(command), test: isTest }).problems;
    return isOther ? [] : [`${name} is not ${String(value)}`];
  });
  return [...needed, ...values];
}

function unknownOutputs(text: string, steps: readonly Step[], own: readonly Step[]): string[] {
  const used = text.matchAll(/steps\.([\w-]+)\.outputs(?:\.([\w-]+)|\['([^']*)'\])/g);
  return [...used].flatMap(([, id, name, quoted]) => {
    if (!steps.some((step) => step.id === id)) return [`no step ${id}`];
    const output = name ?? quoted!;
    const isOurs = own.some((step) => step.id === id);
    return isOurs && !(output in ours.outputs) ? [`no output ${output}`] : [];
  });
}
