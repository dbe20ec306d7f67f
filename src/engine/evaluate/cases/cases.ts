// The cases of a test run: which evaluations there are, which have a base, and which are affected
// by the change.
import { jsonEquals } from "../../model/json.ts";
import type { Kinds } from "../../model/kind.ts";
import type { Address, Definition } from "../../model/resource.ts";
import { type Case, hasProblem, type Prepared } from "./case.ts";
import { checksOf, priorChecks, whyUnfailing } from "./case-checks.ts";
import type { CompilePattern } from "../../text/linear-pattern.ts";
import { checksContent, pairTests, testContent, type TestPairs } from "./pair-definitions.ts";
import type { CaseInput } from "./render-case.ts";
import { type TestDefinitions, testDefinitions } from "./test-definitions.ts";

export interface CasesInput<Request> {
  readonly kinds: Kinds;
  readonly head: readonly Definition[];
  /** The definitions of the head whose prompts judge; default: `head`. */
  readonly judges?: readonly Definition[] | undefined;
  /** undefined: the run has no base. */
  readonly base?: readonly Definition[] | undefined;
  /** Makes the request of one side of a case, for example with `renderCase`. */
  readonly prepare: (input: CaseInput, side: CaseSide) => Prepared<Request>;
  /** Equal prompts and tools can have other requests on the base, because these have more of their side. */
  readonly sidesDiffer?: boolean;
  /** Whether checks of the base run with the code of the base, and not with that of the head. */
  readonly hasBaseCode?: boolean;
  /** undefined if no definition has a pattern. */
  readonly compilePattern?: CompilePattern | undefined;
  /** Equal for equal requests to equal providers. */
  readonly digest: (request: Request, side: CaseSide) => string;
}

/** Whose definitions and code a request is made with. */
export type CaseSide = "head" | "base";

export interface CaseList<Request> {
  /** In the order of the head's definitions. */
  readonly cases: readonly Case<Request>[];
  /** The evaluations that only the base has. */
  readonly removed: readonly Address[];
  /** The prompts of the base by the addresses of the head. */
  readonly basePrompts: ReadonlyMap<Address, Definition>;
  /** Prompts without evaluations that changed or lost them, or without a base all of them. */
  readonly untested: readonly UntestedPrompt[];
}

/** A prompt without evaluations that changed or lost them, and is no judge. */
export interface UntestedPrompt {
  readonly prompt: Address;
  /** Whether the base has evaluations of it: the change removes them all. */
  readonly hadEvaluations: boolean;
  /** Of a new prompt: the prompts with evaluations that only the base has. It can be one of them, renamed. */
  readonly possibleOrigins: readonly Address[];
}

/** The cases of the head with their base, and the cases that only the base has. */
export function makeCases<Request>(input: CasesInput<Request>): CaseList<Request> {
  const head = testDefinitions(input.kinds, input.head, input.judges);
  const base = input.base && testDefinitions(input.kinds, input.base);
  const pairs = base && pairTests(head, base);
  const sides = base && pairs ? { head, base, pairs } : undefined;
  const cases = head.evaluations.map((evaluation): Case<Request> => {
    const own = caseInput(head, head.find(evaluation.parent!)!, evaluation);
    const prepared = prepareSide(input, own, "head");
    return {
      ...describeCase(head, own, input),
      head: prepared,
      ...(sides ? findBasis(input, sides, own, prepared) : { basis: "no-base" }),
    };
  });
  return {
    cases,
    removed: sides ? removedCases(sides) : [],
    basePrompts: pairs?.prompts ?? new Map(),
    untested: untestedPrompts(head, sides),
  };
}

function untestedPrompts(head: TestDefinitions, sides: HeadAndBase | undefined): UntestedPrompt[] {
  const judges = new Set(
    head.evaluations.flatMap(head.childrenOf).map((check) => head.judgeOf(check)?.address),
  );
  const gone = sides ? removedPrompts(sides) : [];
  return head.prompts
    .filter((each) => head.childrenOf(each).length === 0 && !judges.has(each.address))
    .flatMap((each): UntestedPrompt[] => {
      const prompt = each.address;
      const other = sides?.pairs.prompts.get(prompt);
      if (!sides || !other) return [{ prompt, hadEvaluations: false, possibleOrigins: gone }];
      const hadEvaluations = sides.base.childrenOf(other).length > 0;
      const isChanged = !haveEqualPrompts(promptInput(head, each), promptInput(sides.base, other));
      return isChanged || hadEvaluations ? [{ prompt, hadEvaluations, possibleOrigins: [] }] : [];
    });
}

/** The prompts with evaluations that only the base has. */
function removedPrompts({ base, pairs }: HeadAndBase): Address[] {
  const kept = new Set(pairs.prompts.values());
  return base.prompts
    .filter((each) => !kept.has(each) && base.childrenOf(each).length > 0)
    .map(({ address }) => address);
}

interface HeadAndBase {
  readonly head: TestDefinitions;
  readonly base: TestDefinitions;
  readonly pairs: TestPairs;
}

/** A prompt with its tools; a tool that is not defined is missing. */
interface PromptInput {
  readonly prompt: Definition;
  readonly tools: readonly (Definition | undefined)[];
}

/** The input of a case. */
interface SideInput extends PromptInput {
  readonly evaluation: Definition;
}

function promptInput(side: TestDefinitions, prompt: Definition): PromptInput {
  return { prompt, tools: side.toolsOf(prompt).map(side.find) };
}

function caseInput(side: TestDefinitions, prompt: Definition, evaluation: Definition): SideInput {
  return { ...promptInput(side, prompt), evaluation };
}

function describeCase(
  side: TestDefinitions,
  { prompt, evaluation }: SideInput,
  { compilePattern }: Pick<CasesInput<never>, "compilePattern">,
): Omit<Case, "head" | keyof BasisOf<unknown>> {
  const checks = checksOf(side, evaluation, { prompt });
  const cannotFail = whyUnfailing(checks, compilePattern);
  return {
    address: evaluation.address,
    prompt: prompt.address,
    weight: Number(evaluation.spec["weight"]),
    ...checks,
    informational: cannotFail !== undefined,
    ...(cannotFail !== undefined && { cannotFail }),
  };
}

function prepareSide<Request>(
  { prepare }: CasesInput<Request>,
  { prompt, tools, evaluation }: SideInput,
  side: CaseSide,
): Prepared<Request> {
  const defined = tools.filter((tool) => tool !== undefined);
  if (defined.length === tools.length) return prepare({ prompt, tools: defined, evaluation }, side);
  return { problem: `${prompt.address} has a tool that is not defined.` };
}

type BasisOf<Request> = Pick<
  Case<Request>,
  "basis" | "base" | "newBecause" | "prior" | "repairsBase"
>;

/** What a case is compared with: the prompt and the tools of the base with its own evaluation. */
function findBasis<Request>(
  input: CasesInput<Request>,
  { head, base, pairs }: HeadAndBase,
  own: SideInput,
  prepared: Prepared<Request>,
): BasisOf<Request> {
  const prompt = pairs.prompts.get(own.prompt.address);
  if (!prompt) return isNew("The base does not have the prompt.");
  const evaluation = pairs.evaluations.get(own.evaluation.address);
  if (!evaluation) return isNew("The base does not have the evaluation.");
  const other = caseInput(base, prompt, own.evaluation);
  const isSamePrompt = input.sidesDiffer !== true && haveEqualPrompts(own, other);
  const isSameTest = (): boolean =>
    testContent(head, own.evaluation) === testContent(base, evaluation);
  if (hasProblem(prepared))
    return { basis: isSamePrompt && isSameTest() ? "unchanged" : "affected" };
  const prior = isSamePrompt ? prepared : prepareSide(input, other, "base");
  if (hasProblem(prior))
    return { ...isNew(`The base cannot run it: ${prior.problem}`), repairsBase: true };
  const differ = (): boolean =>
    input.digest(prior.request, "base") !== input.digest(prepared.request, "head");
  if (!isSamePrompt && differ()) {
    const { prompt: proposed } = own;
    const versions = { evaluation: own.evaluation, other: evaluation, prompt: proposed };
    const checks = priorChecks({ head, base }, versions, input);
    return { basis: "affected", base: prior, ...(checks && { prior: checks }) };
  }
  if (isSameTest()) return { basis: "unchanged" };
  return checksContent(head, own.evaluation) === checksContent(base, evaluation)
    ? isNew("The judge changed, and the request did not.")
    : isNew("The evaluation changed, and the request did not.");
}

function isNew(newBecause: string): { readonly basis: "new"; readonly newBecause: string } {
  return { basis: "new", newBecause };
}

/** Compares the definitions: with equal ones, the requests are equal or both impossible. */
function haveEqualPrompts(one: PromptInput, other: PromptInput): boolean {
  const inputs = ({ prompt, tools }: PromptInput) => [prompt, ...tools];
  const [own, others] = [inputs(one), inputs(other)];
  return (
    own.length === others.length &&
    own.every((each, index) => {
      const match = others[index];
      return each?.external === match?.external && jsonEquals(each?.spec, match?.spec);
    })
  );
}

function removedCases({ base, pairs }: HeadAndBase): Address[] {
  const kept = new Set(pairs.evaluations.values());
  return base.evaluations.filter((each) => !kept.has(each)).map(({ address }) => address);
}
