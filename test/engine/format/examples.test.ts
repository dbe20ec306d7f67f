// The format by examples, before and after; and files that are formatted already.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globbySync } from "globby";
import { describe, expect, it } from "vitest";
import { exampleFiles } from "../../../src/generated/starter-files.ts";
import { starterFiles } from "../../../src/views/code/starter.ts";
import { formatted, checkFormatted } from "./oracle.ts";

/** An example: lines before, `=>`, lines after. */
function example(text: string): readonly [string, string] {
  const [before, after] = text.replace(/^\n/, "").split("\n=>\n");
  return [`${before}\n`, `${after}\n`];
}

const examples: Readonly<Record<string, string>> = {
  "keys are in the order of the schema, with their comments": `
name: lookup_order # what the model calls
# What it takes.
parameters: {}
kind: tool
=>
kind: tool
name: lookup_order # what the model calls
# What it takes.
parameters: {}`,

  "the parts of a text keep their form: in brackets on a line, or one below the other": `
kind: prompt
name: Greet
messages:
- content: [ {file: ./tone.md}, "You greet." , {file: rules.md} ]
  role: system
- role: user
  content:
   - {file: ./tone.md}   # shared
   - |
     You
     greet.
   -   file: rules.md
=>
kind: prompt
name: Greet
messages:
  - role: system
    content: [{ file: ./tone.md }, You greet., { file: rules.md }]
  - role: user
    content:
      - { file: ./tone.md } # shared
      - |
        You
        greet.
      - file: rules.md`,

  "comments at the top stay there, up to an empty line; comments for editors too": `
# yaml-language-server: $schema=./definition.schema.json
# The tools of the shop.

# What the model calls.
name: lookup_order
kind: tool
=>
# yaml-language-server: $schema=./definition.schema.json
# The tools of the shop.

kind: tool
# What the model calls.
name: lookup_order`,

  "keys in lists, in nested resources and in brackets are in the order of the schema too": `
kind: prompt
messages:
  - content: Hello
    role: user
  - { content: Hi, role: assistant }
evaluations:
  - assertions: [{ targetThreshold: 5, type: LATENCY }]
    name: greeting
=>
kind: prompt
messages:
  - role: user
    content: Hello
  - { role: assistant, content: Hi }
evaluations:
  - name: greeting
    assertions: [{ type: LATENCY, targetThreshold: 5 }]`,

  "keys without an order in the schema keep their order": `
kind: tool
parameters:
  type: object
  required: [b, a]
  properties: { b: {}, a: {} }
metadata: { z: 1, a: 2 }
=>
kind: tool
metadata: { z: 1, a: 2 }
parameters:
  type: object
  required: [b, a]
  properties: { b: {}, a: {} }`,

  "a key that the schema does not know stays behind the one before it": `
parameters: {}
name: look
descripton: Looks.
kind: tool
=>
kind: tool
name: look
descripton: Looks.
parameters: {}`,

  "two blanks per level; lists are indented below their key": `
kind: prompt
messages:
-   role: user
    content:
    -       type: TEXT
            text: Hello
- role: assistant
  content:    Hi
=>
kind: prompt
messages:
  - role: user
    content:
      - type: TEXT
        text: Hello
  - role: assistant
    content: Hi`,

  "at most one empty line, none at the ends or below a key": `


kind: tool



name: x
metadata:

  a: 1

  b: 2


=>
kind: tool

name: x
metadata:
  a: 1

  b: 2`,

  "texts are plain if every YAML reader reads them as text, else in double quotes": `
kind: tool
metadata:
  - "plain, isn't it?"
  - 'yes'
  - 'a: b'
  - "say \\"a: b\\""
  - '2026-11-21'
  - 'it''s: so'
  - 1.50
  - True
  - ~
=>
kind: tool
metadata:
  - plain, isn't it?
  - "yes"
  - "a: b"
  - 'say "a: b"'
  - "2026-11-21"
  - "it's: so"
  - 1.50
  - true
  - null`,

  "texts with line breaks are literal blocks": `
kind: tool
name: x
description: "Look it up.\\n\\nBe brief.\\n"
metadata:
  a: |4-
      one
       two
  b: "\\ttab\\n"
=>
kind: tool
name: x
metadata:
  a: |-
    one
     two
  b: "\\ttab\\n"
description: |
  Look it up.

  Be brief.`,

  "a text on several lines that YAML joins becomes a folded block with the same lines": `
kind: tool
description: Look up an order
    by its number.
metadata: >+
       Two lines
       of one.

name: 'x
  y'
=>
kind: tool
name: >-
  x
  y
metadata: >+
  Two lines
  of one.

description: >-
  Look up an order
  by its number.`,

  "brackets stay brackets: on one line if they were or fit, else one line per item": `
kind: prompt
tools: [a,b ,  "c"]
metadata: {a: 1,
  b: [ ]}
variables:
  x: [one long item of the list, another long item of the list, and one more of them,
    so that it does not fit]
=>
kind: prompt
metadata: { a: 1, b: [] }
tools: [a, b, c]
variables:
  x:
    [
      one long item of the list,
      another long item of the list,
      and one more of them,
      so that it does not fit,
    ]`,

  "brackets with comments in them stay unchanged": `
kind: prompt
tools:   [a,  # the first
    b]
=>
kind: prompt
tools: [a,  # the first
    b]`,

  "comments keep their side and get the column of their entry": `
kind: prompt
messages: # all of them
      # the first
  - role: user   #its role
    # what is said
    content:
      # here
      Hello
      # after the text
  # after the messages
# before the tools
tools: []
# the end
=>
kind: prompt
# before the tools
tools: []
messages: # all of them
  # the first
  - role: user #its role
    # what is said
    # here
    content: Hello
    # after the text
  # after the messages
# the end`,

  "comments that are the only content of a mapping or list stay in it": `
kind: tool
name: x
parameters:  # all of them

     # type: object
   # required: []
metadata:
    a:
          # b: 1
    # after a
    list:
    -
        # c: 1
    - # d
    last:
         # e: 1

         # f: 1
    # after last
# the end
=>
kind: tool
name: x
metadata:
  a:
    # b: 1
  # after a
  list:
    -
      # c: 1
    - # d
  last:
    # e: 1

    # f: 1
  # after last
parameters: # all of them
  # type: object
  # required: []
# the end`,

  "a comment beside a dash goes above it": `
kind: prompt
messages:
  - # the first
    role: user
    content: Hello
=>
kind: prompt
messages:
  # the first
  - role: user
    content: Hello`,

  "a document may end in a key without a value": `
kind:   tool
metadata:

---
kind: tool
=>
kind: tool
metadata:
---
kind: tool`,

  "only --- separates documents": `
---
kind: tool
name: a
...
---   # the second
kind: tool
name: b
---
=>
kind: tool
name: a
---
# the second
kind: tool
name: b`,

  "anchors, aliases, tags and keys of several lines stay unchanged": `
kind: tool
metadata:
    a:   &x  { b: 1 }
    c: *x
    ? d
    : !!str 1
=>
kind: tool
metadata:
  a: &x { b: 1 }
  c: *x
  ? d
  : !!str 1`,
};

describe("the format", () => {
  it.each(Object.entries(examples))("%s", (_name, text) => {
    const [before, after] = example(text);
    expect(checkFormatted(before)).toMatchObject({ text: after, skipped: 0 });
  });

  it("line endings are LF; there is no byte order mark, no tab, no trailing blank", () => {
    const before = "\uFEFFkind:\ttool \r\nname:  x \r\n \r\nmetadata: |\r\n  kept \r\n";
    expect(checkFormatted(before)!.text).toBe("kind: tool\nname: x\n\nmetadata: |\n  kept \n");
  });

  it("promptctl.yaml has the key order of its schema", () => {
    const [before, after] = example(`
limits: { maxDeletePercent: 20 }
# the service
baseUrl: "local"
definitions: prompts
=>
definitions: prompts
# the service
baseUrl: local
limits: { maxDeletePercent: 20 }`);
    expect(checkFormatted(before, "promptctl.yaml")!.text).toBe(after);
  });
});

describe("unchanged parts", () => {
  it.each([
    ["directives", "%YAML 1.2\n---\nname:  x\nkind: tool\n"],
    ["comments of an empty document", "name:  x\n---\n# a\n---\nkind: tool\n"],
    ["a comment that the parser loses", "name:  x\nkind:\n\n# a\n---\nkind: tool\n"],
    ["a tag on a text of several lines", "name:  x\nkind: !!str |\n  tool\n"],
    ["a document with an anchor of its own", "--- &a\nname:  x\nkind: tool\n"],
  ])("%s", (_name, text) => {
    const found = checkFormatted(text);
    expect(found?.text).toBe(text);
    expect(found?.skipped).toBeGreaterThan(0);
  });

  it("one document stays, the others are formatted", () => {
    const odd = "name:  x\nkind: !!str |\n   tool\n";
    const found = checkFormatted(`name:  a\nkind: tool\n---\n${odd}---\nname:  b\nkind: tool\n`);
    expect(found).toMatchObject({
      text: `kind: tool\nname: a\n---\n${odd}---\nkind: tool\nname: b\n`,
      skipped: 1,
    });
  });

  it("a key with several lines, or too long for one line, stays", () => {
    const long = "x".repeat(1100);
    const before = `kind: tool\nmetadata:\n   ? ${long}\n   : 1\n   ? |\n     a\n     b\n   : 2\n`;
    const after = `kind: tool\nmetadata:\n  ? ${long}\n  : 1\n  ? |\n    a\n    b\n  : 2\n`;
    expect(checkFormatted(before)).toMatchObject({ text: after, skipped: 0 });
  });

  it("an alias keeps its place after its anchor", () => {
    const before = "parameters:  &a {}\nmetadata: *a\nkind: tool\n";
    expect(checkFormatted(before)).toMatchObject({
      text: "parameters: &a {}\nmetadata: *a\nkind: tool\n",
      skipped: 0,
    });
  });
});

it.each([
  ["a text without quotes", "", ""],
  ["a text in double quotes", '"', '"'],
  ["a list in brackets", "[", ", # c\n  ]"],
])("long runs of blanks in %s take linear time", (_where, start, end) => {
  const run = " ".repeat(300_000);
  const text = `kind: tool\ndescription: ${start}a${run}b\n  c${end}\n`;
  expect(formatted(text)?.text).toContain(`a${run}b`);
});

describe("formatted already", () => {
  const root = join(import.meta.dirname, "../../..");

  it.each(globbySync(["examples/**/*.yaml", "!**/demo/**"], { cwd: root }))("%s", (path) => {
    const text = readFileSync(join(root, path), "utf8");
    expect(formatted(text, path.replace(/.*\/promptctl/, "promptctl"))).toMatchObject({
      text,
      skipped: 0,
    });
  });

  it.each([1, 2, 3])("promptctl.yaml of init with environments: %i", (count) => {
    const environments = ["staging", "production", "test"].slice(0, count);
    const files = starterFiles({ definitions: "prompts", directory: "", environments });
    const text = files["promptctl.yaml"]!;
    expect(formatted(text, "promptctl.yaml")).toMatchObject({ text, skipped: 0 });
  });

  it.each(
    Object.entries({
      ...exampleFiles,
      "promptctl.yaml": starterFiles({ definitions: "prompts", directory: "" })["promptctl.yaml"]!,
    }).filter(([path]) => path.endsWith(".yaml")),
  )("%s of init", (path, text) =>
    expect(formatted(text, path)).toMatchObject({ text, skipped: 0 }),
  );
});
