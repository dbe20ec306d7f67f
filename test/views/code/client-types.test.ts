// The declarations of codegen, before their layout: shapes of prompts and tools, and names.
import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { clientCode } from "../../../src/views/code/client-code.ts";
import {
  clientTypes,
  type CodePrompt,
  type CodeTool,
} from "../../../src/views/code/client-types.ts";

const prompt = (name: string, more: Partial<CodePrompt> = {}): CodePrompt => ({
  address: `prompt/${name}`,
  name,
  variables: [],
  hasUnknownVariables: false,
  tools: [],
  ...more,
});

const tool = (name: string, parameters: JsonObject | undefined): CodeTool => ({
  address: `tool/${name}`,
  name,
  parameters,
});

/** The declarations, laid out, without the head. */
async function codeOf(prompts: readonly CodePrompt[], tools: readonly CodeTool[]): Promise<string> {
  const { text } = await clientTypes(prompts, tools);
  return clientCode(text).replace(/^[^]*?\n\n/, "");
}

it("a prompt has its variables, its tools and a comment", async () => {
  const variables = [
    { name: "ticket", description: "The mail.", isRequired: true },
    { name: "user.name", isRequired: false },
  ];
  const prompts = [
    prompt("Support triage", { description: "Sorts\nmails.", variables, tools: ["look", "b-c"] }),
    prompt("plain"),
    prompt("owned elsewhere", { hasUnknownVariables: true, tools: undefined }),
  ];
  expect(await codeOf(prompts, []))
    .toBe(`/** The prompts by name: the variables of each, and the tools that it can call. */
export interface Prompts {
  /**
   * Sorts
   * mails.
   */
  "Support triage": {
    variables: {
      /** The mail. */
      ticket: string | null;
      "user.name"?: string | null;
    };
    tools: "look" | "b-c";
  };
  plain: {
    variables: { [name: string]: never };
    tools: never;
  };
  "owned elsewhere": {
    variables: {
      [k: string]: string | null;
    };
    tools: string;
  };
}

/** The arguments of the tools, by the name that the model calls. */
export interface Tools {}
`);
});

const node = { type: "object", properties: { next: { $ref: "#/$defs/Prompts" } } };

it("tools have the types of their schemas; shared types have names that no other type has", async () => {
  const parameters = {
    type: "object",
    properties: {
      order: { type: "string", description: "For example {{x}}" },
      reason: { enum: ["late", "wrong {"] },
      pair: {
        type: "array",
        prefixItems: [{ type: "string" }, { type: "number" }],
        items: false,
        minItems: 1,
      },
      list: { type: "array", items: { type: "object", properties: { a: { type: "number" } } } },
      node: { $ref: "#/$defs/Prompts" },
    },
    required: ["order", "id"],
    $defs: { Prompts: node },
  };
  const tools = [tool("look-up", parameters), tool("other", undefined)];
  expect(await codeOf([prompt("plain")], tools)).toContain(`export interface Tools {
  "look-up": {
    /** For example {{x}} */
    order: string;
    reason?: ("late" | "wrong {");
    /** @minItems 1 */
    pair?: [string]|[string, number];
    list?: {
      a?: number;
    }[];
    node?: Prompts1;
    id: unknown;
  };
  other: {
    [k: string]: unknown;
  };
}

export interface Prompts1 {
  next?: Prompts1;
}
`);
});

it("tools of one name have the arguments of any of them", async () => {
  const tools = [
    tool("look", { type: "object", properties: { a: { type: "string" } } }),
    { ...tool("look", { $ref: "#/$defs/x", $defs: { x: node } }), address: "tool/look-2" },
  ];
  const code = await codeOf([], tools);
  expect(code).toMatch(/look: \(\{\n +a\?: string;\n +\} \| \w+\);/);
});

it("parameters without a type do not affect other tools", async () => {
  const parameters = { type: "object", properties: { x: { $ref: "#/properties/x" } } };
  const known = tool("known", { type: "object", properties: { a: { type: "string" } } });
  const { text, unknown } = await clientTypes([], [tool("self", parameters), known]);
  expect(unknown).toEqual(["tool/self"]);
  expect(text).toContain("self: {\n[k: string]: unknown\n}\nknown: {\na?: string\n}");
});

it("a prompt with a reply schema has the type of its replies", async () => {
  const reply = {
    type: "object",
    properties: {
      reasoning: { type: "string", description: "Why." },
      team: { enum: ["billing", "support"] },
      next: { $ref: "#/$defs/step" },
    },
    required: ["reasoning", "team"],
    additionalProperties: false,
    $defs: {
      step: {
        type: "object",
        properties: { at: { type: "integer" } },
        additionalProperties: false,
      },
    },
  };
  const names = ["Support triage", "a/b ~ ü%41"];
  const code = await codeOf([prompt("plain"), ...names.map((name) => prompt(name, { reply }))], []);
  const [, replies = ""] = code.split("export interface Replies");
  expect(replies).toContain(
    `"Support triage": {\n    /** Why. */\n    reasoning: string;\n    team: ("billing" | "support");\n    next?: Step;`,
  );
  expect(replies).toContain('"a/b ~ ü%41": {');
  expect(replies).not.toContain("plain");
  expect(code).toMatch(/at\?: number/);
});

it("without reply schemas there are no types of replies", async () => {
  expect(await codeOf([prompt("plain")], [])).not.toContain("Replies");
});

it("a reply schema that no type can say is any value, and is named", async () => {
  const self = { type: "object", properties: { a: { $ref: "#/properties/a" } } };
  const { text, unknown } = await clientTypes(
    [prompt("self", { reply: self }), prompt("plain")],
    [],
  );
  expect(unknown).toEqual(["prompt/self"]);
  expect(text).toMatch(/self: \{\s*\[k: string\]: unknown\s*\}/);
});
