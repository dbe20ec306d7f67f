// Generates badly formatted definitions of a given value: any order of keys, any style of values,
// comments and blanks anywhere.
import { isDeepStrictEqual } from "node:util";
import { parseDocument } from "yaml";
import { type RandomInt } from "../../fixtures/seeded-random.ts";

export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [key: string]: Value };

export interface Ugly {
  readonly text: string;
  /** Comments on lines of their own above a key, by what they say, with that key. */
  readonly above: ReadonlyMap<string, string>;
}

/** A document. `name`: part of every comment in it. */
export function ugly(
  value: { readonly [key: string]: Value },
  name: string,
  randomInt: RandomInt,
): Ugly {
  const above = new Map<string, string>();
  let count = 0;
  const comment = (): string =>
    `#${randomInt(2) === 0 ? " " : ""}${name}.${++count}${pick(["", " # again", ": [x", " 'y", "\tz"])}${blanks(2)}`;
  const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)]!;
  const blanks = (most: number): string => " ".repeat(randomInt(most + 1));
  const isRare = (): boolean => randomInt(6) === 0;

  const around = (column: number): string[] => {
    const lines: string[] = [];
    while (randomInt(4) === 0)
      lines.push(randomInt(2) === 0 ? blanks(column) : `${" ".repeat(column)}${comment()}`);
    return lines;
  };

  /** The rest of a line after its key or dash, and the lines below it. */
  const valueLines = (lead: string, each: Value, column: number): string[] => {
    const gap = " ".repeat(1 + randomInt(3));
    const end = (): string => (isRare() ? `${gap}${comment()}` : blanks(2));
    const isEmpty = typeof each === "object" && each !== null && Object.keys(each).length === 0;
    if (typeof each !== "object" || each === null) {
      const [first, ...others] = scalarLines(each, column);
      const isBlock = /^[|>]/.test(first!);
      if (!isBlock && isRare())
        return [
          `${lead}${end()}`,
          ...around(column + 2),
          `${" ".repeat(column + 1 + randomInt(4))}${first}${others.length === 0 ? end() : ""}`,
          ...others,
        ];
      return [
        `${lead}${gap}${first}${isBlock || others.length === 0 ? (isBlock ? (isRare() ? ` ${comment()}` : "") : end()) : ""}`,
        ...others,
      ];
    }
    if (isEmpty || randomInt(4) === 0) {
      const [first, ...others] = flow(each, column, isRare()).split("\n");
      return others.length === 0
        ? [`${lead}${gap}${first}${end()}`]
        : [`${lead}${gap}${first}`, ...others];
    }
    if (Array.isArray(each)) {
      const inside = column + (lead.endsWith(":") ? randomInt(4) : 1 + randomInt(4));
      return [`${lead}${end()}`, ...listLines(each, inside)];
    }
    const inside = column + 1 + randomInt(5);
    if (lead.endsWith("-") && randomInt(2) === 0) {
      const beside = " ".repeat(1 + randomInt(3));
      const at = column + 1 + beside.length;
      const [first, ...others] = mapLines(each as { readonly [key: string]: Value }, at, false);
      return [`${lead}${beside}${first!.trimStart()}`, ...others];
    }
    return [
      `${lead}${end()}`,
      ...mapLines(each as { readonly [key: string]: Value }, inside, true),
    ];
  };

  const listLines = (items: readonly Value[], column: number): string[] =>
    items.flatMap((each) => [
      ...around(column),
      ...valueLines(`${" ".repeat(column)}-`, each, column),
    ]);

  const mapLines = (
    map: { readonly [key: string]: Value },
    column: number,
    commentsFirst: boolean,
  ): string[] => {
    const lines = shuffled(Object.entries(map)).flatMap(([key, each], index) => {
      const comments = index > 0 || commentsFirst ? around(column) : [];
      for (const line of comments) if (line.trim() !== "" && index > 0) above.set(line.trim(), key);
      return [
        ...comments,
        ...valueLines(`${" ".repeat(column)}${keyOf(key)}${blanks(1)}:`, each, column),
      ];
    });
    return randomInt(8) === 0 ? [...lines, ...around(column)] : lines;
  };

  const shuffled = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item) => ({ item, at: randomInt(1000) }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);

  const keyOf = (key: string): string =>
    pick(
      [key, `'${key.replaceAll("'", "''")}'`, JSON.stringify(key)].filter(
        (each) => each !== "" && says(`${each}: 1`, { [key]: 1 }),
      ),
    );

  const flow = (each: Value, column: number, broken: boolean): string => {
    const space = (): string =>
      broken && randomInt(2) === 0
        ? `${isRare() ? ` ${comment()}` : ""}\n${" ".repeat(column + 1 + randomInt(5))}`
        : blanks(2);
    if (Array.isArray(each))
      return `[${space()}${each.map((one: Value) => flow(one, column, broken) + space()).join(`,${space()}`)}${each.length > 0 && randomInt(3) === 0 ? "," : ""}${space()}]`;
    if (typeof each === "object" && each !== null)
      return `{${space()}${Object.entries(each)
        .map(
          ([key, one]) =>
            `${JSON.stringify(key)}${blanks(1)}:${" "}${flow(one as Value, column, broken)}${space()}`,
        )
        .join(`,${space()}`)}${space()}}`;
    return pick(
      [String(each), JSON.stringify(each), single(each)].filter((one) => says(`[${one}]`, [each])),
    );
  };

  /** The ways in which a value can be written that say it; those of several lines end as they should. */
  const scalarLines = (each: Value, column: number): string[] => {
    const json = JSON.stringify(each);
    const indent = " ".repeat(column + 1 + randomInt(4));
    const ways = [json, String(each), single(each)];
    if (typeof each === "string") {
      const folded = (text: string): string =>
        text.replaceAll(/(?<=\S) (?=\S)/g, () =>
          randomInt(3) === 0 ? `${blanks(1)}\n${indent}` : " ",
        );
      ways.push(folded(each), folded(single(each)), folded(json));
      const body = each
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => (line === "" ? "" : indent + line))
        .join("\n");
      const chomp = pick(["", "-", "", "-", "+"]);
      const step = indent.length - column;
      for (const sign of ["|", ">"])
        for (const size of ["", String(step)]) ways.push(`${sign}${size}${chomp}\n${body}`);
      ways.push(`>${chomp}\n${folded(body.trimStart()).replace(/^/, indent)}`);
    }
    const key = `${" ".repeat(column)}k: `;
    const good = ways.filter((one) =>
      says(`${key}${one}\n${" ".repeat(column)}l: 1\n`, { k: each, l: 1 }),
    );
    return pick(good).split("\n");
  };

  const lines = [...around(0), ...mapLines(value, 0, true), ...around(0)];
  return { text: `${lines.join("\n")}\n`, above };
}

function single(value: Value): string {
  return `'${String(value).replaceAll("'", "''")}'`;
}

function says(text: string, value: unknown): boolean {
  const document = parseDocument(text, { logLevel: "silent", stringKeys: true });
  if (document.errors.length > 0) return false;
  try {
    return isDeepStrictEqual(document.toJS(), value);
  } catch {
    return false; // an alias of nothing
  }
}
