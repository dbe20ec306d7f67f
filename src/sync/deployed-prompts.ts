// What a service holds of the definitions, for promptctl test: as the base of a comparison, and as
// the prompts that run the proposed messages.
import type { CaseInput } from "../engine/evaluate/cases/render-case.ts";
import type { CaseProblem } from "../engine/evaluate/cases/case.ts";
import type { Match } from "../engine/match/match-context.ts";
import { digestJson } from "../engine/text/digest.ts";
import { jsonEquals, type JsonObject, objectOf } from "../engine/model/json.ts";
import type { Kind } from "../engine/model/kind.ts";
import type { DeployedPrompt } from "../engine/evaluate/trials/trial-calls.ts";
import type { Address, Definition } from "../engine/model/resource.ts";
import type { RunBody } from "../generated/types.ts";

/**
 * The definitions that exist on the service, with its content. External ones become ordinary ones.
 */
export function deployedDefinitions(matches: readonly Match[]): Definition[] {
  return matches.flatMap(({ desired, observed }) =>
    observed
      ? {
          ...desired,
          name: observed.name,
          renamedFrom: [],
          external: false,
          spec: observed.spec,
        }
      : [],
  );
}

/** The proposed definitions; external ones have the content of the service, if it has them. */
export function withDeployedExternals(
  definitions: readonly Definition[],
  matches: readonly Match[],
): Definition[] {
  const deployed = new Map(deployedDefinitions(matches).map((each) => [each.address, each]));
  return definitions.map((each) => (each.external ? (deployed.get(each.address) ?? each) : each));
}

/** Finds the deployed prompt that runs the messages of a case, or says why none can. */
export type FindDeployed = (input: CaseInput) => DeployedPrompt | CaseProblem;

/**
 * The service can replace messages only, so parameters and tools must be those that are deployed.
 */
export function createDeployedPrompts(matches: readonly Match[]): FindDeployed {
  const byAddress = new Map<Address, Match>(matches.map((each) => [each.desired.address, each]));
  const specOf = (address: Address): JsonObject | undefined =>
    byAddress.get(address)?.observed?.spec;
  return ({ prompt, tools, evaluation }) => {
    const { row, observed } = byAddress.get(prompt.address) ?? {};
    if (!row || !observed) return notDeployed(`${prompt.address} does not exist on the service.`);
    const difference =
      differenceOf(row, prompt.spec, observed.spec) ??
      tools.map((tool) => toolDifference(tool, specOf(tool.address))).find(Boolean);
    if (difference !== undefined)
      return notDeployed(
        `${prompt.address} differs from the deployed prompt in ${difference}, and the service can replace messages only.`,
      );
    const body = {
      overrideMessages: prompt.spec["messages"],
      appendMessages: evaluation.spec["appendedMessages"],
      variables: objectOf(evaluation.spec["variables"]),
    } as unknown as RunBody;
    const content = [observed.spec, ...tools.map(({ address }) => specOf(address) ?? null)];
    return { id: observed.id, digest: digestJson(content), body };
  };
}

/** The prompt must be applied first. */
function notDeployed(problem: string): CaseProblem {
  return { problem, refusesRun: true };
}

/** The first parameter that differs, or the list of references. */
function differenceOf(row: Kind, proposed: JsonObject, deployed: JsonObject): string | undefined {
  const [own, others] = [objectOf(proposed["parameters"]), objectOf(deployed["parameters"])];
  const name = Object.keys({ ...own, ...others }).find((key) => !jsonEquals(own[key], others[key]));
  if (name !== undefined) return `parameters.${name}`;
  return row.references
    .map(({ field }) => field)
    .find((field) => !jsonEquals(proposed[field], deployed[field]));
}

function toolDifference(tool: Definition, deployed: JsonObject | undefined): string | undefined {
  return deployed && jsonEquals(tool.spec, deployed) ? undefined : tool.address;
}
