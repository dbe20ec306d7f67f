// Which prompt and which evaluation of the base is which of the head.
import { localName, namedPairRules, pairByKeys } from "../../history/pair-by-keys.ts";
import { canonicalJson } from "../../model/json.ts";
import type { Address, Definition } from "../../model/resource.ts";
import { canonicalForm } from "../../normalize/normalize.ts";
import { canonicalAssertion, type TestDefinitions } from "./test-definitions.ts";

/** The definitions of the base by the addresses of the head. */
export interface TestPairs {
  readonly prompts: ReadonlyMap<Address, Definition>;
  readonly evaluations: ReadonlyMap<Address, Definition>;
}

/**
 * Pairs prompts by the name on the service, then by an earlier name, then by address; evaluations of
 * paired prompts by their local name, then by equal content.
 */
export function pairTests(head: TestDefinitions, base: TestDefinitions): TestPairs {
  const prompts = pairByKeys(head.prompts, base.prompts, namedPairRules);
  const evaluations = head.prompts.flatMap((prompt) => {
    const other = prompts.get(prompt.address);
    if (!other) return [];
    return [
      ...pairByKeys(head.childrenOf(prompt), base.childrenOf(other), [
        [(each) => [localName(each)], localName],
        [(each) => [testContent(head, each)], (each) => testContent(base, each)],
      ]),
    ];
  });
  return { prompts, evaluations: new Map(evaluations) };
}

/**
 * Pairs the evaluations that `pairs` leaves by the variables and messages that they give their prompt: with
 * another name and other checks, one still judges the replies that the other judged.
 */
export function pairByInput(
  head: TestDefinitions,
  base: TestDefinitions,
  { prompts, evaluations }: TestPairs,
): ReadonlyMap<Address, Definition> {
  const paired = new Set(evaluations.values());
  const inputOf = ({ spec }: Definition): string =>
    canonicalJson([spec["variables"] ?? null, spec["appendedMessages"] ?? null]);
  const found = [...prompts].flatMap(([address, other]) => [
    ...pairByKeys(
      head.childrenOf(head.find(address)!).filter((each) => !evaluations.has(each.address)),
      base.childrenOf(other).filter((each) => !paired.has(each)),
      [[(each) => [inputOf(each)], inputOf]],
    ),
  ]);
  return new Map(found);
}

/**
 * What decides whether a reply passes: an evaluation without its weight, its assertions and checks in
 * any order, and their judges.
 */
export function testContent(side: TestDefinitions, evaluation: Definition): string {
  const judges = side.childrenOf(evaluation).flatMap((each) => side.judgeOf(each) ?? []);
  const contents = judges.map(({ row, spec }) => canonicalJson(canonicalForm(row.shape, spec)));
  return [checksContent(side, evaluation), ...contents.sort()].join("\n");
}

/** What decides whether a reply passes, without the judges. */
export function checksContent(
  side: TestDefinitions,
  evaluation: Definition,
  ignores: { readonly commands: boolean } = { commands: false },
): string {
  const { row, spec } = evaluation;
  const checks = side
    .childrenOf(evaluation)
    .filter((each) => !ignores.commands || each.spec["run"] === undefined);
  return [
    canonicalJson(canonicalForm(row.shape, { ...spec, weight: null })),
    ...checks.map(canonicalAssertion).sort(),
  ].join("\n");
}
