// What promptctl test reads before a run: the definitions of both sides, with the parameters of their
// environments, the service and scripted replies.
import { groupBy } from "../../engine/model/collections.ts";
import { wrongUsage } from "../../engine/model/failure.ts";
import { objectOf, objectsIn } from "../../engine/model/json.ts";
import type { Address, Definition } from "../../engine/model/resource.ts";
import { factsOf } from "../../engine/providers/provider-facts.ts";
import { movedSystemMessages } from "../../engine/render/system-order.ts";
import type { ScriptedReplies } from "../../generated/types.ts";
import { unmatchedReplies } from "../../providers/scripted-replies.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import { findBaseCheckout } from "./base-checkout.ts";
import { readScriptedReplies } from "./scripted-replies-file.ts";
import { type Baseline, findBaseline } from "./test-base.ts";
import type { TestedProject } from "./test-flags.ts";
import { proposedDefinitions, type ProposedHead, proposedHeads } from "./test-head.ts";
import type { MatchedService } from "./test-service.ts";
import {
  environmentsOfBoth,
  type ProjectEnvironment,
} from "../../engine/environments/environment.ts";
import { parameterDifferences } from "../../engine/environments/parameter-differences.ts";

export interface TestInputs {
  /** The service, if a flag names it. */
  readonly service: MatchedService | undefined;
  readonly baseline: Baseline;
  /** The folder of the project in the checkout of the base; undefined if the base has no code of its own. */
  readonly baseFolder: string | undefined;
  /** The proposed definitions, with the values of each --with. */
  readonly heads: readonly ProposedHead[];
  /** The proposed definitions without the values of --with: judges keep theirs. */
  readonly judges: readonly Definition[];
  /** The scripted replies, if a flag names a file. */
  readonly replies: ScriptedReplies | undefined;
  /** What is unusual about the inputs, a sentence each. */
  readonly warnings: readonly string[];
}

/** Reads the inputs of the flags. Throws a Failure if one of them cannot be used. */
export async function readTestInputs(tested: TestedProject): Promise<TestInputs> {
  const { host, project, flags } = tested;
  const service = await matchServiceIfNeeded(tested);
  refuseMissingCommand(tested);
  const baseline = await findBaseline(tested, service);
  const checkout = await findBaseCheckout(tested, baseline.base);
  const judges = proposedDefinitions(project, service, flags);
  const heads = proposedHeads(judges, flags);
  const { replies: file } = flags;
  const replies = file === undefined ? undefined : await readScriptedReplies(host.cwd, file);
  const warnings = [
    ...baseline.warnings,
    ...(checkout?.warnings ?? []),
    ...environmentWarnings(tested, baseline.environments),
    ...unmatchedWarning(file, replies, judges),
    ...heads.flatMap((head) => movedMessagesWarning(judges, head)),
  ];
  return {
    service,
    baseline,
    baseFolder: checkout?.folder,
    heads,
    judges,
    replies,
    warnings,
  };
}

/** Throws a Failure if there is no application to test. */
function refuseMissingCommand({ settings, flags }: TestedProject): void {
  if (flags.on !== "command" || settings.testCommand !== undefined) return;
  throw wrongUsage("no-test-command", "promptctl.yaml names no application for --on command.", [
    "Add for example to promptctl.yaml:",
    "test: { command: [node, agent.mjs] }",
  ]);
}

/**
 * The code for services is loaded only if it is needed: it takes a quarter of the start-up time.
 */
async function matchServiceIfNeeded(tested: TestedProject): Promise<MatchedService | undefined> {
  const { flags } = tested;
  if (flags.base !== "service" && flags.on !== "service") return undefined;
  const { matchService } = await import("./test-service.ts");
  return matchService(tested);
}

/** A misspelled address in the file would otherwise only lack its reply. */
function unmatchedWarning(
  file: string | undefined,
  replies: ScriptedReplies = [],
  head: readonly Definition[],
): string[] {
  const evaluations = head.filter(({ row }) => row.tests).map(({ address }) => address);
  const unmatched = unmatchedReplies(replies, evaluations);
  if (unmatched.length === 0) return [];
  const count = unmatched.length === 1 ? "1 address" : `${unmatched.length} addresses`;
  return [`No evaluation matches ${count} in ${file}: ${someOf(unmatched)}.`];
}

/** A provider of --with that gets system messages before those that they come after. */
function movedMessagesWarning(own: readonly Definition[], head: ProposedHead): string[] {
  if (head.with === undefined) return [];
  const before = movedConversations(own);
  const moved = [...movedConversations(head.definitions)].filter(([prompt]) => !before.has(prompt));
  return [...groupBy(moved, ([, provider]) => provider)].map(
    ([provider, prompts]) =>
      `With ${head.with}, ${provider} gets all system messages first, also those after other messages: ${someOf(prompts.map(([prompt]) => prompt))}.`,
  );
}

/** The tested prompts whose system messages move to the front, and the names of their providers. */
function movedConversations(definitions: readonly Definition[]): Map<Address, string> {
  const byAddress = new Map(definitions.map((each) => [each.address, each]));
  const moved = new Map<Address, string>();
  for (const { row, parent, spec } of definitions) {
    const prompt = row.tests && parent !== undefined ? byAddress.get(parent) : undefined;
    const facts = factsOf(objectOf(prompt?.spec["parameters"])["provider"]);
    if (!prompt || facts?.systemFirst !== true) continue;
    const messages = [prompt.spec["messages"], spec["appendedMessages"]].flatMap(objectsIn);
    if (movedSystemMessages(messages).length > 0) moved.set(prompt.address, facts.name);
  }
  return moved;
}

/** How many differences a warning names. */
const maxNamed = 3;

/**
 * One warning for each environment that is protected, on the base too, or has the name production.
 */
function environmentWarnings(
  { project: { sources, overridden }, settings: { environments, environment } }: TestedProject,
  baseEnvironments: readonly ProjectEnvironment[] | undefined,
): string[] {
  const prompts = new Map(
    [...sources].filter(
      ([, { draft }]) => draft.row.overridable !== undefined && draft.value["external"] !== true,
    ),
  );
  return environmentsOfBoth(baseEnvironments, environments)
    .filter((each) => each.name !== environment?.name)
    .filter(({ name, isProtected }) => isProtected || name === "production")
    .flatMap(({ name, overrides }) => {
      const differences = parameterDifferences(prompts, overridden, overrides).map(
        ({ address, field, own, other }) =>
          `${field} of ${address} is ${JSON.stringify(other)}, not ${JSON.stringify(own)}`,
      );
      if (differences.length === 0) return [];
      return [
        `The environment ${name} has other parameters than these tests: ${someOf(differences, maxNamed)}.`,
      ];
    });
}
