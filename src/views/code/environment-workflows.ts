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

/** A job for each environment in the matrix of one job. */
function matrixWorkflow(text: string, environments: readonly string[]): string {
  const values = /(?: +PROMPTCTL_\w+_STAGING: .*\n)+/.exec(text)![0];
  return text
    .replace("env: [staging, production]", `env: [${environments.join(", ")}]`)
    .replace(
      /(?: +PROMPTCTL_\w+: .*\n)+/,
      environments.map((name) => renamed(values, "staging", name)).join(""),
    );
}

/** One job after the other: the first one as staging, the others as production with its approval. */
function applyWorkflow(text: string, environments: readonly string[]): string {
  const [head, first, later] = text.split(/^(?=  (?:staging|approve-production):\n)/m) as [
    string,
    string,
    string,
  ];
  const [start, ...others] = environments;
  const jobs = others.map((name, index) =>
    renamed(later.replace("needs: staging", `needs: ${environments[index]}`), "production", name),
  );
  return `${headOf(head, environments)}${renamed(first, "staging", start!)}${jobs.join("")}`;
}

/** The comments at the top, which name the first and the last environment. */
function headOf(head: string, environments: readonly string[]): string {
  const [first, last] = [environments[0]!, environments.at(-1)!];
  return head.replace(/staging|production/g, (name) => (name === "staging" ? first : last));
}

function renamed(text: string, from: string, to: string): string {
  return text.replaceAll(from, to).replaceAll(from.toUpperCase(), variableSuffix(to));
}
