// Numbers that a double does not hold, such as integers above 2^53. Their values are rounded, as by
// JSON.parse. The object or list that has them also has their texts, under a symbol that all other code
// ignores. json/exact-json.ts reads such values.

/** Of an object or a list: the texts of its rounded numbers, by key. */
const numberTexts: unique symbol = Symbol.for("promptctl.numberTexts");

interface Holder {
  readonly [key: string]: unknown;
  [numberTexts]?: Map<string, string>;
}

/** Keeps the text of a number that its object or list holds rounded. */
export function keepNumberText(holder: object, key: string | number, text: string): void {
  const own = holder as Holder;
  (own[numberTexts] ??= new Map()).set(String(key), text);
}

/** The text of a number that its object or list holds rounded; undefined for any other value. */
export function numberText(holder: unknown, key: string | number): string | undefined {
  if (typeof holder !== "object" || holder === null) return undefined;
  const text = (holder as Holder)[numberTexts]?.get(String(key));
  // A copy of the holder can have another value.
  return text !== undefined && (holder as Holder)[key] === Number(text) ? text : undefined;
}

/** As JSON.stringify, with the texts of rounded numbers. */
export function exactJsonText(value: unknown, indent: number = 0): string {
  if (!hasNumberTexts(value)) return JSON.stringify(value, null, indent);
  return write(value, "", " ".repeat(indent));
}

function hasNumberTexts(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return numberTexts in value || Object.values(value).some(hasNumberTexts);
}

/** `margin`: the spaces before the line of the value; `step`: those of each level. */
function write(value: unknown, margin: string, step: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const isList = Array.isArray(value);
  const inner = step === "" ? "" : `\n${margin}${step}`;
  const parts = Object.entries(value)
    .filter(([, each]) => isList || each !== undefined)
    .map(([key, each]) => {
      const text = numberText(value, key) ?? write(each, margin + step, step);
      return isList ? text : `${JSON.stringify(key)}:${step === "" ? "" : " "}${text}`;
    });
  const end = parts.length === 0 || step === "" ? "" : `\n${margin}`;
  const content = parts.map((part) => inner + part).join(",") + end;
  return isList ? `[${content}]` : `{${content}}`;
}

/** Longer numbers, which nobody writes, are compared as they are. */
const maxCompared = 1000;

/** One text for all texts of a number: `12.0`, `1.2e1` and `12` are `12`; with large exponents `12e999`. */
export function canonicalNumber(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text);
  if (!match || text.length > maxCompared) return text;
  const [, sign = "", whole = "", fraction = "", power = "0"] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  const exponent = Number(power) - fraction.length + digits.length - significant.length;
  if (significant === "") return "0";
  if (Math.abs(exponent) > maxCompared) return `${sign}${significant}e${exponent}`;
  if (exponent >= 0) return sign + significant + "0".repeat(exponent);
  const padded = significant.padStart(1 - exponent, "0");
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}
