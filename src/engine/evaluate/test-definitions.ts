// The definitions of one side, as a test run sees them: prompts, their evaluations and assertions.
import { groupBy } from "../model/collections.ts";
import { childKinds, type Kind, type Kinds } from "../model/kind.ts";
import { referencesOf } from "../model/references.ts";
import type { Address, Definition } from "../model/resource.ts";

/** The kinds of a test run. */
interface TestKinds {
  /** The kind that runs. */
  readonly prompt: Kind;
  /** The tests of a prompt. */
  readonly evaluation: Kind;
  /** The checks of an evaluation. */
  readonly assertion: Kind;
}

/** The definitions of one side. */
export interface TestDefinitions {
  readonly kinds: TestKinds;
  readonly prompts: readonly Definition[];
  /** In the order of the definitions. */
  readonly evaluations: readonly Definition[];
  find(address: Address): Definition | undefined;
  /** The evaluations of a prompt, or the assertions of an evaluation. */
  childrenOf(parent: Definition): readonly Definition[];
  /** The addresses of the tools of a prompt. */
  toolsOf(prompt: Definition): readonly Address[];
}

/** Indexes the definitions of one side. Throws if the table has no kind that tests another. */
export function testDefinitions(kinds: Kinds, definitions: readonly Definition[]): TestDefinitions {
  const rows = testKinds(kinds);
  const byAddress = new Map(definitions.map((each) => [each.address, each]));
  const byParent = groupBy(definitions, ({ parent }) => parent);
  return {
    kinds: rows,
    prompts: definitions.filter(({ kind }) => kind === rows.prompt.kind),
    evaluations: definitions.filter(({ kind }) => kind === rows.evaluation.kind),
    find: (address) => byAddress.get(address),
    childrenOf: ({ address }) => byParent.get(address) ?? [],
    toolsOf: ({ spec }) => referencesOf(rows.prompt, spec),
  };
}

function testKinds(kinds: Kinds): TestKinds {
  const evaluation = kinds.find(({ tests }) => tests);
  const prompt = kinds.find(({ kind }) => kind === evaluation?.parent?.kind);
  const [assertion] = evaluation ? childKinds(kinds, evaluation.kind) : [];
  if (!evaluation || !prompt || !assertion) throw new Error("No kind tests another kind.");
  return { prompt, evaluation, assertion };
}
