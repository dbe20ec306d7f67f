// Tables as files: rows with their lines, and mistakes with file and line.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTable } from "../../../src/io/files/table-file.ts";
import { folderOf } from "../folder.ts";

async function rowsOf(name: string, text: string | Uint8Array): Promise<unknown> {
  await using folder = folderOf({});
  const path = join(folder.path, name);
  writeFileSync(path, text);
  const { columns, rows } = readTable(path, name);
  return [columns, ...rows.map(({ line, cells }) => [line, ...columns.map((each) => cells[each])])];
}

describe("a table", () => {
  it.each<[what: string, file: string, text: string, rows: unknown]>([
    [
      "has rows",
      "t.csv",
      "a,b\n1,2\n3,4\n",
      [
        ["a", "b"],
        [2, "1", "2"],
        [3, "3", "4"],
      ],
    ],
    [
      "keeps all digits of numbers",
      "t.jsonl",
      '{"a": 9007199254740993, "b": 7}\n',
      [
        ["a", "b"],
        [1, "9007199254740993", 7],
      ],
    ],
    ["may lack the last line end", "t.csv", "a\n1", [["a"], [2, "1"]]],
    ["may have a byte order mark", "t.csv", "\uFEFFa\n1\n", [["a"], [2, "1"]]],
    [
      "has cells with line breaks in a file with CRLF",
      "t.csv",
      'a,b\r\n"1\r\n2",x\r\n"3\r\n4",y\r\n5,z\r\n',
      [
        ["a", "b"],
        [2, "1\n2", "x"],
        [4, "3\n4", "y"],
        [6, "5", "z"],
      ],
    ],
    [
      "may have empty lines",
      "t.csv",
      "a,b\n\n1,2\n,\n\n3,4\n",
      [
        ["a", "b"],
        [3, "1", "2"],
        [6, "3", "4"],
      ],
    ],
    [
      "has names without spaces around",
      "t.csv",
      " a , b\n1,2\n",
      [
        ["a", "b"],
        [2, "1", "2"],
      ],
    ],
    [
      "may have semicolons",
      "t.csv",
      "a;b\n1,5;2\n",
      [
        ["a", "b"],
        [2, "1,5", "2"],
      ],
    ],
    [
      "may have tabs",
      "t.tsv",
      "a\tb\n1,5\t2\n",
      [
        ["a", "b"],
        [2, "1,5", "2"],
      ],
    ],
    [
      "may be JSON Lines",
      "t.jsonl",
      '{"a":"1"}\n\n{"b":[2],"a":null}\n',
      [
        ["a", "b"],
        [1, "1", undefined],
        [3, null, [2]],
      ],
    ],
    ["may end in capitals", "T.CSV", "a\n1\n", [["a"], [2, "1"]]],
  ])("%s", async (_what, file, text, rows) => {
    expect(await rowsOf(file, text)).toEqual(rows);
  });

  it.each<[what: string, file: string, text: string | Uint8Array, message: string]>([
    [
      "another ending",
      "t.xlsx",
      "",
      "t.xlsx is not a table. Use a file that ends in .csv, .tsv or .jsonl.",
    ],
    ["no text", "t.csv", "", "t.csv is empty."],
    ["no row", "t.csv", "a,b\n", "t.csv has no rows below line 1."],
    [
      "another encoding",
      "t.csv",
      Uint8Array.of(97, 10, 0xe4, 10),
      "t.csv is not UTF-8 text: line 2 has the byte 0xE4.",
    ],
    [
      "a short row",
      "t.csv",
      "a,b\n1,2\n3\n",
      "t.csv:3: The row has more or fewer cells than the header: 1, not 2.",
    ],
    ["an open quote", "t.csv", 'a\n1\n"2\n', "t.csv:3: A quoted cell has no closing quote."],
    [
      "text after a quote",
      "t.csv",
      'a\n"1"2\n',
      't.csv:2: A quoted cell continues after its closing quote. Write a quote in a cell as "".',
    ],
    [
      "a quote in a plain cell",
      "t.csv",
      'a\n5" pipe\n',
      't.csv:2: A cell contains a quote and is not quoted. Put it in quotes and write the quote as "".',
    ],
    ["a column without name", "t.csv", "a,,b\n1,2,3\n", "t.csv:1: Column 2 has no name."],
    ["a repeated column", "t.csv", "a,a\n1,2\n", 't.csv:1: Two columns have the name "a".'],
    [
      "a line that is no object",
      "t.jsonl",
      '{"a":1}\n[1]\n',
      "t.jsonl:2: The line is not a JSON object.",
    ],
  ])("with %s is refused", async (_what, file, text, message) => {
    await expect(rowsOf(file, text)).rejects.toMatchObject({ class: "usage", message });
  });

  it("that does not exist is refused", () => {
    expect(() => readTable("/no/t.csv", "t.csv")).toThrow("There is no file t.csv.");
  });
});
