// The definitions of one side, as a test run sees them: prompts, their evaluations and assertions.
import { groupBy } from "../../model/collections.ts";
import { canonicalJson } from "../../model/json.ts";
import { childKinds, type Kind, type Kinds } from "../../model/kind.ts";
import { referencesOf } from "../../model/references.ts";
import { type Address, addressOf, type Definition } from "../../model/resource.ts";
import { canonicalForm } from "../../normalize/normalize.ts";

/** The kinds of a test run. */
interface TestKinds {
  /** The kind that runs. */
  readonly prompt: Kind;
  /** The tests of a prompt. */
  readonly evaluation: Kind;
  /** The kinds of the children of an evaluation, each of which says something about the reply. */
  readonly assertions: readonly Kind[];
}

/** The definitions of one side. */
export interface TestDefinitions {
  readonly kinds: TestKinds;
  readonly prompts: readonly Definition[];
  /** In the order of the definitions. */
  readonly evaluations: readonly Definition[];
  find(address: Address): Definition | undefined;
  /** The evaluations of a prompt, or the assertions and the checks of an evaluation. */
  childrenOf(parent: Definition): readonly Definition[];
  /** The prompt that judges replies for a check; undefined for others, and if there is none. */
  judgeOf(check: Definition): Definition | undefined;
  /** The addresses of the tools of a prompt. */
  toolsOf(prompt: Definition): readonly Address[];
}

/**
 * Indexes the definitions of one side, with the judges of `judges`. Throws if the table has no kind that
 * tests another.
 */
export function testDefinitions(
  kinds: Kinds,
  definitions: readonly Definition[],
  judges: readonly Definition[] = definitions,
): TestDefinitions {
  const rows = testKinds(kinds);
  const judgesByAddress = new Map(judges.map((each) => [each.address, each]));
  const byAddress = new Map(definitions.map((each) => [each.address, each]));
  const byParent = groupBy(definitions, ({ parent }) => parent);
  return {
    kinds: rows,
    prompts: definitions.filter(({ row }) => row.kind === rows.prompt.kind),
    evaluations: definitions.filter(({ row }) => row.kind === rows.evaluation.kind),
    find: (address) => byAddress.get(address),
    childrenOf: ({ address }) => byParent.get(address) ?? [],
    judgeOf: ({ spec: { question, prompt } }) =>
      question === undefined
        ? undefined
        : judgesByAddress.get(addressOf(rows.prompt.kind, String(prompt))),
    toolsOf: ({ spec }) => referencesOf(rows.prompt, spec),
  };
}

function testKinds(kinds: Kinds): TestKinds {
  const evaluation = kinds.find(({ tests }) => tests);
  const prompt = kinds.find(({ kind }) => kind === evaluation?.parent?.kind);
  if (!evaluation || !prompt) throw new Error("No kind tests another kind.");
  return { prompt, evaluation, assertions: childKinds(kinds, evaluation.kind) };
}

/** The canonical form of an assertion or a check. What it is called does not matter. */
export function canonicalAssertion({ row, spec }: Pick<Definition, "row" | "spec">): string {
  const { name: _name, ...content } = spec;
  return canonicalJson(canonicalForm(row.shape, content));
}
