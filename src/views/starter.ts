// The files of a new project, as texts: the example of examples/quickstart, and what keeps a
// project of a team in order around it.
import { starterWorkflow } from "./starter-workflow.ts";

/** Path relative to the project to text. */
type Texts = Readonly<Record<string, string>>;

export interface Starter {
  /** The folder of the definitions. */
  readonly folder: string;
  /** Its files: they belong together. */
  readonly example: Texts;
  /** Files that stand for themselves. */
  readonly around: Texts;
  /** Path to lines that should stand in that file. */
  readonly lines: Readonly<Record<string, readonly string[]>>;
  readonly configuration: string;
}

const workflowPath = ".github/workflows/promptctl.yml";
const hooksPath = ".pre-commit-config.yaml";

/** What is read at the top of a repository, and nowhere else. */
export const onlyAtTheTop: readonly string[] = [workflowPath, hooksPath];

/** What a project starts with, for this version of the program. */
export function starter(version: string): Starter {
  return {
    folder: "prompts",
    example: {
      "prompts/lookup_order.tool.yaml": lookupOrder,
      "prompts/support-triage.md": triageText,
      "prompts/support-triage.prompt.yaml": triage,
    },
    around: {
      [workflowPath]: starterWorkflow(version),
      [hooksPath]: hooks(version),
      ".vscode/extensions.json": json({ recommendations: ["redhat.vscode-yaml"] }),
      ".vscode/settings.json": json({
        "yaml.schemas": {
          [`${schemas}/definition/definition.schema.json`]: ["prompts/**/*.yaml"],
          [`${schemas}/configuration.schema.json`]: ["promptctl.yaml"],
        },
      }),
    },
    lines: {
      ".gitignore": [".promptctl/"],
      ".gitattributes": ["*.yaml text eol=lf", "prompts/**/*.md text eol=lf"],
    },
    configuration: configuration(version),
  };
}

/** Where npm puts the schemas of the program. */
const schemas = "./node_modules/promptctl/schemas";

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function configuration(version: string): string {
  return `# yaml-language-server: $schema=${schemas}/configuration.schema.json

# Editors find the schemas after npm install --save-dev promptctl@${version}.
definitions: prompts # the folder with the definitions
# baseUrl: https://prompts.example.com # your service; its key comes from PROMPTCTL_API_KEY
`;
}

const definitionSchema = `# yaml-language-server: $schema=.${schemas}/definition/definition.schema.json`;

const lookupOrder = `${definitionSchema}

# A tool is a function the model may ask your application to call.
kind: tool
name: lookup_order # what the model calls; unique in the project
description: Look up an order by its number. Answers the status, the items and the delivery date.
parameters: # a JSON Schema object: the arguments of the call
  type: object
  properties:
    orderNumber:
      type: string
      description: The number from the confirmation mail, for example OM-48213.
  required: [orderNumber]
`;

const triage = `${definitionSchema}

# A prompt: a model, its messages, the tools it may call, and how you check it.
kind: prompt
name: Support triage # its identity on the service
tools: [lookup_order] # by name, see lookup_order.tool.yaml
parameters: # everything left out takes its default
  provider: ANTHROPIC
  name: claude-haiku-4-5
  maxTokens: 512
variables: # what the messages expect: a note for readers, never sent
  company: The shop's name
messages:
  - role: system
    content: { file: ./support-triage.md } # long text lives in a file of its own
evaluations: # cases the prompt is tried on
  - name: where is my order # a name of your choice, never sent
    variables: { company: Oakmoor Home } # put in place of {{company}}
    appendedMessages: # added after the prompt's own messages
      - role: user
        content: Hello, my order OM-48213 should have been here on Monday. Where is it?
    assertions: # what the reply must show
      - { type: TOOL_CALLED_WITH, toolName: lookup_order, argKeyName: orderNumber }
      - { type: CONTAINS_ANY, targetValues: [refunded, money back], ignoreCase: true, negate: true }
      - { type: LATENCY, targetThreshold: 5000 } # milliseconds
`;

const triageText = `You are the first to answer customers of {{company}}, an online shop.

- When the customer names an order, look it up before you say anything about it.
- When no order number is given and you need one, ask for it and say where it
  stands: in the confirmation mail, beginning with OM-.
- Promise nothing: no dates you were not told, no refunds, no vouchers.
- Answer in the customer's language, in two to four sentences.
`;

function hooks(version: string): string {
  return `repos:
  - repo: local
    hooks:
      - id: promptctl-validate
        name: promptctl validate
        language: node
        additional_dependencies: ["promptctl@${version}"]
        entry: promptctl validate
        types_or: [yaml, markdown, plain-text]
        require_serial: true # definitions refer to one another: one process sees them all
`;
}
