// Alerts about tests that the plan, or what a pull request changes besides, makes easier.
import { type Alert, alertValues } from "../model/alert.ts";
import {
  type Loosening,
  looserFirst,
  type Test,
  testLoosenings,
  type TestPart,
} from "../evaluate/loosened.ts";
import { groupBy } from "../model/collections.ts";
import type { JsonObject } from "../model/json.ts";
import { childKinds, type Kinds } from "../model/kind.ts";
import type { Change } from "../model/plan.ts";
import { type Address, type Definition, kindOf } from "../model/resource.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { testChangeText } from "../json/value-change.ts";

/** One alert for each evaluation that the service has and the plan makes easier. */
export function testAlerts(
  kinds: Kinds,
  definitions: readonly Definition[],
  changes: readonly Change[],
): Alert[] {
  const byAddress = new Map(definitions.map((each) => [each.address, each]));
  return kinds
    .filter(({ tests }) => tests)
    .flatMap(({ kind, shape }) => {
      const parts = new Set([kind, ...childKinds(kinds, kind).map((child) => child.kind)]);
      const byTest = groupBy(
        changes.filter((change) => parts.has(change.row.kind)),
        (change) => (change.row.kind === kind ? change.address : change.parent!),
      );
      return [...byTest].flatMap(([address, some]) => {
        const definition = byAddress.get(address);
        if (!definition) return []; // deleted
        const sides = sidesOf(canonicalForm(shape, definition.spec), address, some);
        return sides ? alertAbout(address, testLoosenings(sides)) : [];
      });
    });
}

/**
 * Alerts about checks and judges. No service has them: `found` are changes of the files, of which a
 * plan has the others.
 */
export function checkAlerts(kinds: Kinds, found: readonly Loosening[]): Alert[] {
  const tests = kinds.filter(({ tests: isTest }) => isTest).map(({ kind }) => kind);
  const planned = new Set(
    tests.flatMap((kind) => [kind, ...childKinds(kinds, kind).map((child) => child.kind)]),
  );
  const others = found.filter(({ address }) => !planned.has(kindOf(address)));
  return [...groupBy(others, ({ test }) => test)].flatMap(([test, some]) =>
    alertAbout(test, some, planned.has(kindOf(test)) ? changedItsTest : ": "),
  );
}

interface TestSides {
  readonly head: Test;
  readonly base: Test;
}

/** An evaluation with those of its assertions that change; undefined if it is new or deleted. */
function sidesOf(
  content: JsonObject,
  address: Address,
  changes: readonly Change[],
): TestSides | undefined {
  const own = changes.find((change) => change.address === address);
  if (own && !("after" in own)) return undefined;
  const parts = changes
    .filter((change) => change !== own)
    .concat(own?.childDeletes ?? [], own?.action === "replace" ? own.childCreates : []);
  const assertionsOf = (
    contentOf: (change: Change) => JsonObject | undefined,
  ): readonly TestPart[] =>
    parts.flatMap((change) => {
      const spec = contentOf(change);
      return spec ? [{ address: change.address, spec }] : [];
    });
  return {
    base: { address, spec: own?.before ?? content, assertions: assertionsOf(contentBefore) },
    head: {
      address,
      spec: content,
      assertions: assertionsOf(contentAfter),
    },
  };
}

function contentBefore(change: Change): JsonObject | undefined {
  return change.action === "create" ? undefined : change.before;
}

function contentAfter(change: Change): JsonObject | undefined {
  if (change.action === "delete") return undefined;
  if (change.action !== "create") return change.after;
  return canonicalForm(change.row.shape, change.body);
}

const changedItsTest = " changed its test: ";

function alertAbout(
  address: Address,
  found: readonly Loosening[],
  predicate = changedItsTest,
): Alert | [] {
  if (found.length === 0) return [];
  const messages = alertValues(looserFirst(found).map(testChangeText));
  return {
    code: "tests",
    addresses: [...new Set([address, ...found.map((each) => each.address)])],
    text: [{ code: address }, predicate, ...messages],
    facts: { changes: found.map(({ message: _message, test: _test, ...change }) => change) },
  };
}
