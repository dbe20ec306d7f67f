// Keywords of JSON Schema that compare numbers, by their digits: ajv compares doubles, for which 19.99 is
// no multiple of 0.01, and integers above 2^53 can be equal to others.
import { type Ajv2020, str } from "ajv/dist/2020.js";
import type { Json } from "../model/json.ts";
import { canonicalAt } from "../json/exact-json.ts";

/** Replaces the keywords of ajv. Equal values and all messages are as before. */
export function useExactNumbers(ajv: Ajv2020): void {
  replace(ajv, "const", "must be equal to constant", (schema) => {
    const wanted = canonicalAt(schema, "const");
    return (text) => text === wanted;
  });
  replace(ajv, "enum", "must be equal to one of the allowed values", (schema) => {
    const values = schema["enum"] as readonly Json[];
    const wanted = new Set(values.map((_value, index) => canonicalAt(values, index)));
    return (text) => wanted.has(text);
  });
  for (const [keyword, { relation, holds }] of Object.entries(numberKeywords)) {
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      keyword,
      type: "number",
      schemaType: "number",
      error: { message: ({ schemaCode }) => str`must be ${relation} ${schemaCode}` },
      compile: (_value, schema) => {
        const limit = canonicalAt(schema as object, keyword);
        return (_data, place) => holds(...aligned(textIn(place!), limit));
      },
    });
  }
}

type Test = (text: string) => boolean;
type Schema = { readonly [keyword: string]: unknown };

function replace(
  ajv: Ajv2020,
  keyword: string,
  message: string,
  testOf: (schema: Schema) => Test,
): void {
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword,
    error: { message },
    compile: (_value, schema) => {
      const test = testOf(schema as Schema);
      return (_data, place) => test(textIn(place!));
    },
  });
}

/** The part of ajv's context that says where the value is. */
interface Place {
  readonly parentData: object;
  readonly parentDataProperty: string | number;
}

function textIn({ parentData, parentDataProperty }: Place): string {
  return canonicalAt(parentData, parentDataProperty);
}

/** The keywords that compare a number with a limit, as integers of one unit. */
const numberKeywords: {
  readonly [keyword: string]: {
    readonly relation: string;
    holds(value: bigint, limit: bigint): boolean;
  };
} = {
  multipleOf: { relation: "multiple of", holds: (value, limit) => value % limit === 0n },
  minimum: { relation: ">=", holds: (value, limit) => value >= limit },
  maximum: { relation: "<=", holds: (value, limit) => value <= limit },
  exclusiveMinimum: { relation: ">", holds: (value, limit) => value > limit },
  exclusiveMaximum: { relation: "<", holds: (value, limit) => value < limit },
};

/** A number as digits × 10^exponent. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Longer numbers, and larger exponents, are compared as doubles: they would take long. */
const maxLength = 1000;
const maxExponent = 400;

function decimalOf(text: string): Decimal {
  const [mantissa = "", power = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const exponent = Number(power) - fraction.length;
  if (text.length <= maxLength && Math.abs(exponent) <= maxExponent)
    return { digits: BigInt(whole + fraction), exponent };
  const value = Number(text);
  return decimalOf(String(Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE));
}

/** Two numbers in the smaller of their units. */
function aligned(one: string, other: string): [bigint, bigint] {
  const [a, b] = [decimalOf(one), decimalOf(other)];
  const unit = Math.min(a.exponent, b.exponent);
  return [inUnit(a, unit), inUnit(b, unit)];
}

function inUnit({ digits, exponent }: Decimal, unit: number): bigint {
  return digits * 10n ** BigInt(exponent - unit);
}
