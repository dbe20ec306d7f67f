// What must hold in all schemas: they are the source of types, validation and editor help.
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import {
  isObject,
  type Json,
  type JsonObject,
  toPointer,
  valueAt,
} from "../src/engine/model/json.ts";
import { printedSchemas } from "../src/generated/printed-schemas.ts";
import { schemas as generated } from "../src/generated/schemas.ts";
import { runCli } from "./cli/fake-host.ts";
import { loadTexts, formatDiagnostic } from "./fixtures/in-memory.ts";

const root = join(import.meta.dirname, "..", "schemas");
const base = "https://schemas.test/";

/** Path in schemas/ → the schema. */
const schemas = new Map(
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".schema.json"))
    .map((file) => file.replaceAll("\\", "/"))
    .sort()
    .map((file) => [file, JSON.parse(readFileSync(join(root, file), "utf8")) as JsonObject]),
);

const ajv = new Ajv({
  allErrors: true,
  discriminator: true,
  strictTypes: false,
  allowUnionTypes: true,
  keywords: ["x-form", "tsType"],
});
for (const [file, schema] of schemas) ajv.addSchema({ ...schema, $id: base + file });

interface Node {
  readonly file: string;
  readonly path: readonly (string | number)[];
  readonly schema: JsonObject;
}

/** Every schema within the schemas; conditions (`if`) declare nothing and are left out. */
const nodes = [...schemas].flatMap(([file, schema]) => within({ file, path: [], schema }));

function within(node: Node): Node[] {
  const named = ["properties", "$defs"].flatMap((keyword) => {
    const table = node.schema[keyword];
    return isObject(table)
      ? Object.entries(table).map(([key, each]) => ({ path: [keyword, key], each }))
      : [];
  });
  const listed = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
    const list = node.schema[keyword];
    return Array.isArray(list)
      ? list.map((each: Json, index) => ({ path: [keyword, index], each }))
      : [];
  });
  const single = ["items", "additionalProperties", "then", "else"].map((keyword) => ({
    path: [keyword],
    each: node.schema[keyword],
  }));
  return [
    node,
    ...[...named, ...listed, ...single].flatMap(({ path, each }) =>
      isObject(each)
        ? within({ file: node.file, path: [...node.path, ...path], schema: each })
        : [],
    ),
  ];
}

/** The description of a schema, or of what it refers to. */
function descriptionOf({ file, schema }: Pick<Node, "file" | "schema">): Json | undefined {
  if (schema["description"] !== undefined || typeof schema["$ref"] !== "string")
    return schema["description"];
  const [path = "", pointer = ""] = schema["$ref"].split("#");
  const target = path === "" ? file : posix.join(posix.dirname(file), path);
  const found = valueAt(schemas.get(target), pointer.split("/").slice(1));
  return isObject(found) ? descriptionOf({ file: target, schema: found }) : undefined;
}

const nameOf = ({ file, path }: Node): string => `${file}#${toPointer(path)}`;

it("every property has a description that ends like a sentence", () => {
  const properties = nodes.filter(({ path }) => path.at(-2) === "properties");
  expect(properties.length).toBeGreaterThan(200);
  const without = properties.filter((each) => {
    const description = descriptionOf(each);
    return typeof description !== "string" || !/[.…]$/.test(description);
  });
  expect(without.map(nameOf)).toEqual([]);
});

it("requests and responses of the service can have other fields, which the service ignores", () => {
  const closed = nodes.filter(({ schema }) => schema["additionalProperties"] === false);
  expect(closed.length).toBeGreaterThan(15);
  const wrong = closed.filter(({ file }) => file.startsWith("wire/") || file.startsWith("parts"));
  // Model options are an extension: an option that the service does not know is refused.
  expect(wrong.map(nameOf)).toEqual(["parts.schema.json#/$defs/modelOptions"]);
});

it("every default is valid by its own schema", () => {
  const defaults = nodes.filter(({ schema }) => "default" in schema);
  expect(defaults.length).toBeGreaterThan(15);
  const wrong = defaults.filter((each) => {
    const validate = ajv.compile({ $ref: `${base}${nameOf(each)}` });
    return !validate(each.schema["default"]);
  });
  expect(wrong.map(nameOf)).toEqual([]);
});

it("the generated module holds the same schemas", () => {
  const table = Object.fromEntries(
    [...schemas].map(([file, schema]) => [file.replace(".schema.json", ""), schema]),
  );
  expect({ ...generated(), ...printedSchemas() }).toEqual(table);
});

it.each([...schemas.keys()].flatMap((file) => /^(?!parts)[\w-]+(?=\.)/.exec(file)?.[0] ?? []))(
  "promptctl schema %s prints the schema in one piece",
  async (name) => {
    const { code, out } = await runCli(["schema", name], { cwd: root });
    expect(code).toBe(0);
    const validate = new Ajv({ discriminator: true, strict: false }).compile(
      JSON.parse(out) as JsonObject,
    );
    expect(validate("no document")).toBe(false);
  },
);

describe("the eight types of assertion", () => {
  const types = [
    "EXACT_MATCH",
    "STARTS_WITH",
    "CONTAINS_ALL",
    "CONTAINS_ANY",
    "COST",
    "LATENCY",
    "TOOL_CALLED",
    "TOOL_CALLED_WITH",
  ];
  const own: { readonly [type: string]: JsonObject } = {
    EXACT_MATCH: { targetValue: "a" },
    STARTS_WITH: { targetValue: "a" },
    CONTAINS_ALL: { targetValues: ["a"] },
    CONTAINS_ANY: { targetValues: ["a"] },
    COST: { targetThreshold: 1 },
    LATENCY: { targetThreshold: 1 },
    TOOL_CALLED: { toolName: "look" },
    TOOL_CALLED_WITH: { toolName: "look", argKeyName: "id" },
  };

  it.each([
    ["definition/assertion.schema.json", {}],
    ["wire/assertion-body.schema.json", { evaluationId: "e" }],
    ["wire/assertion.schema.json", { evaluationId: "e", id: "a", weight: 1 }],
  ])("are all in %s, each valid with its own fields and not without", (file, common) => {
    const cases = schemas.get(file)!["oneOf"] as JsonObject[];
    expect(cases.map((each) => valueAt(each, ["properties", "type", "const"]))).toEqual(types);
    const validate = ajv.getSchema(base + file)!;
    for (const type of types) {
      expect([type, validate({ type, ...own[type], ...common })]).toEqual([type, true]);
      expect([type, validate({ type, ...common })]).toEqual([type, false]);
    }
  });
});

/** The documents of the product's description, chapter 1. */
const examples = `\
kind: tool
name: lookup_order                 # what the model calls; unique
description: Look up an order by its number.
parameters:                        # a JSON Schema object
  type: object
  properties: { orderNumber: { type: string } }
  required: [orderNumber]
---
kind: prompt
name: Support triage               # the identity on the service
tools: [lookup_order]              # by key (the name, where no key is given)
parameters:                        # left-out fields take the documented defaults
  provider: ANTHROPIC
  name: claude-sonnet-4-5
  maxTokens: 1024
variables:                         # optional, local: what the messages expect
  company: The shop's name
messages:
  - role: system
    content: |
      You triage support tickets for {{company}}.
  - role: user
    content: { file: ./triage.md } # text kept in its own file
evaluations:                       # optional: its evaluations, in place
  - name: refund                   # local name, unique within the prompt
    variables: { company: Acme }
    appendedMessages: [{ role: user, content: I want my money back }]
    assertions:
      - { type: TOOL_CALLED, toolName: lookup_order }
---
kind: evaluation                   # or in a document of its own
name: greeting
prompt: Support triage
variables: { company: Acme }
appendedMessages: []
threshold: 1
assertions: [{ type: CONTAINS_ANY, targetValues: [hello, hi], ignoreCase: true }]
---
kind: assertion                    # or on its own too
evaluation: Support triage/greeting
type: LATENCY
targetThreshold: 2000
`;

describe("the documents of the product's description", () => {
  it("are valid by the schema that editors use", () => {
    const validate = ajv.getSchema(`${base}definition/definition.schema.json`)!;
    const documents = parseAllDocuments(examples).flatMap((each) =>
      "errors" in each ? [each.toJS() as unknown] : [],
    );
    expect(documents).toHaveLength(4);
    for (const each of documents) {
      validate(each);
      expect(validate.errors ?? []).toEqual([]);
    }
  });

  it("load without errors, as five resources and one more assertion", async () => {
    const project = await loadTexts(
      { "prompts/shop.yaml": examples },
      { "prompts/triage.md": "Triage.\n" },
    );
    expect(project.diagnostics.map(formatDiagnostic)).toEqual([]);
    expect(project.definitions.map((each) => each.address)).toEqual([
      "tool/lookup_order",
      "prompt/Support triage",
      "evaluation/Support triage/refund",
      "evaluation/Support triage/greeting",
      "assertion/Support triage/refund/1",
      "assertion/Support triage/greeting/1",
      "assertion/Support triage/greeting/2",
    ]);
  });
});
