// Why an assertion about texts failed. test/conformance specifies the verdicts.
import { expect, it } from "vitest";
import * as jsonPaths from "../../../../src/engine/text/json-path.ts";
import { judgeTexts } from "../../../../src/engine/evaluate/assertions/judge-texts.ts";

type Spec = Parameters<typeof judgeTexts>[0];

const all = (targetValues: readonly string[], more: object = {}): Spec => ({
  ...({ type: "CONTAINS_ALL", weight: 1, negate: false, ignoreCase: false } as const),
  jsonPath: "$",
  targetValues: [...targetValues],
  ...more,
});
const any = (targetValues: readonly string[], more: object = {}): Spec =>
  ({ ...all(targetValues, more), type: "CONTAINS_ANY" }) as Spec;
const long = "x".repeat(100);

it.each<[string, Spec, string, string]>([
  [
    "CONTAINS_ALL names the missing texts",
    all(["Facts:", "Done:", "Next:"]),
    "Facts: none",
    'The reply does not contain "Done:", "Next:".',
  ],
  [
    "CONTAINS_ALL names all texts if all are missing",
    all(["a", "b"]),
    "",
    'The reply does not contain "a", "b".',
  ],
  [
    "at most five texts are named, each with at most 80 characters",
    all([long, "b", "c", "d", "e", "f", "g"]),
    "",
    `The reply does not contain "${long.slice(0, 80)}…", "b", "c", "d", "e" and 2 more.`,
  ],
  [
    "texts that no single match has together are all missing",
    all(["a", "b"], { jsonPath: "$[*]" }),
    '["a", "b"]',
    "The reply at $[*] does not contain all of the texts.",
  ],
  [
    "CONTAINS_ANY names the forbidden text that is present",
    any(["voucher", "refund"], { negate: true }),
    "Take a voucher.",
    'The reply must not contain "voucher".',
  ],
  [
    "CONTAINS_ANY without any of the texts names none",
    any(["voucher", "refund"]),
    "No.",
    "The reply does not contain any of the texts.",
  ],
])("%s", (_name, spec, reply, reason) => {
  expect(judgeTexts(spec, reply, { jsonPaths })).toMatchObject({ verdict: "fail", reason });
});
