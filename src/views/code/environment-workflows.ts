// The workflows of a project with environments, made from those for staging and production.
import { variableSuffix } from "../../engine/environments/environment.ts";

/** `workflows`: those of examples/workflows/environments, by path. `environments`: in order of apply. */
export function workflowsFor(
  workflows: Readonly<Record<string, string>>,
  environments: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(workflows).map(([path, text]) => [
      path,
      text.includes("\n  staging:\n")
        ? applyWorkflow(text, environments)
        : matrixWorkflow(text, environments),
    ]),
  );
}

/** A job for each environment in the matrix of one job. All but the last are read by the one after. */
function matrixWorkflow(text: string, environments: readonly string[]): string {
  const [read, own] = ["STAGING", "PRODUCTION"].map(
    (suffix) => new RegExp(`(?: +PROMPTCTL_\\w+_${suffix}: .*\\n)+`).exec(text)![0],
  ) as [string, string];
  const last = environments.at(-1)!;
  const values = environments.map((name) => renamed(name === last ? own : read, [name, name]));
  return text
    .replace("env: [staging, production]", `env: [${environments.join(", ")}]`)
    .replace(/(?: +PROMPTCTL_\w+: .*\n)+/, values.join(""));
}

/** One job after the other: the first one as staging, the others as production with its plan and approval. */
function applyWorkflow(text: string, environments: readonly string[]): string {
  const [head, first, later] = text.split(/^(?=  (?:staging:|plan-production:.*)\n)/m) as [
    string,
    string,
    string,
  ];
  const [start, ...others] = environments;
  const jobs = others.map((name, index) => renamed(later, [environments[index]!, name]));
  return `${headOf(head, environments)}${renamed(first, [start!, start!])}${jobs.join("")}`;
}

/** The comments at the top, which name the first and the last environment. */
function headOf(head: string, environments: readonly string[]): string {
  return renamed(head, [environments[0]!, environments.at(-1)!]);
}

/** The text with other names for staging and production, also in the names of variables. */
function renamed(text: string, [staging, production]: readonly [string, string]): string {
  return text.replace(/staging|production|STAGING|PRODUCTION/g, (word) => {
    const name = word.toLowerCase() === "staging" ? staging : production;
    return word === word.toLowerCase() ? name : variableSuffix(name);
  });
}
