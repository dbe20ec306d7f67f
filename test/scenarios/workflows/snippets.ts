// What is wrong with a piece of YAML on a page that uses the Action, held against action.yml.
import { parse } from "yaml";
import { ours } from "./actions.ts";
import { type Step, unpinned } from "./rules.ts";

const truth = /^(true|True|TRUE|false|False|FALSE)$/;

/** What an input may say; the descriptions of action.yml name these words. */
export const closed: Readonly<Record<string, RegExp>> = {
  command: /^(validate|plan|apply|drift)$/,
  strict: truth,
  prune: truth,
  "allow-mass-delete": truth,
  comment: /^(update|new|off)$/,
  "comment-detail": /^(full|names)$/,
  "reviewed-plan": /^(off|notice|require)$/,
  "drift-issue": truth,
  "fail-on-drift": truth,
  concurrency: /^\d+$/,
  timeout: /^\d+(ms|s|m)$/,
  retries: /^\d+$/,
};

/** Inputs that take any text. */
export const open: readonly string[] = [
  "directory",
  "base-url",
  "target",
  "exclude",
  "label",
  "github-token",
];

/** One line for each mistake; empty for what does not use the Action. */
export function mistakesIn(text: string): string[] {
  const steps = stepsIn(parse(text));
  const own = steps.filter(({ uses = "" }) => uses === "./" || uses.includes("promptctl@"));
  if (own.length === 0) return [];
  return [...own.flatMap(mistakesOf), ...unknownOutputs(text, steps, own), ...unpinned(text)];
}

/** Every mapping with `uses` or `run` in it, however deep, with the `env` of its job. */
function stepsIn(value: unknown, around: Step["env"] = {}): Step[] {
  if (Array.isArray(value)) return value.flatMap((each) => stepsIn(each, around));
  if (typeof value !== "object" || value === null) return [];
  const env = { ...around, ...(value as Step).env };
  if ("uses" in value || "run" in value) return [{ ...(value as Step), env }];
  return Object.values(value).flatMap((each) => stepsIn(each, env));
}

function mistakesOf({ with: given = {}, env = {} }: Step): string[] {
  const { command } = given;
  const needed = [
    ...(command === undefined ? ["no command"] : []),
    ...(command === "validate" || "base-url" in given ? [] : ["no base-url"]),
    ...(command === "validate" || "PROMPTCTL_API_KEY" in env ? [] : ["no key"]),
  ];
  const values = Object.entries(given).flatMap(([name, value]) => {
    if (!(name in ours.inputs)) return [`no input ${name}`];
    const isOther = String(value).includes("${{") || (closed[name]?.test(String(value)) ?? true);
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
