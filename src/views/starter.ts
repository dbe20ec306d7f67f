// The files of a new project: the example of examples/quickstart with a workflow, pre-commit hooks and
// editor settings.
import { starterWorkflow } from "./starter-workflow.ts";

/** Path relative to the project to text. */
type Texts = Readonly<Record<string, string>>;

export interface Starter {
  /** The folder of the definitions. */
  readonly folder: string;
  /** Its files, which are written together or not at all. */
  readonly example: Texts;
  /** Independent files. */
  readonly tooling: Texts;
  /** Lines to be added to files, by path. */
  readonly lines: Readonly<Record<string, readonly string[]>>;
  readonly configuration: string;
}

const workflowPath = ".github/workflows/promptctl.yml";
const hooksPath = ".pre-commit-config.yaml";

/** Files that GitHub and pre-commit read only at the top of a repository. */
export const repositoryFiles: readonly string[] = [workflowPath, hooksPath];

/** The files for this version of promptctl. */
export function starter(version: string): Starter {
  return {
    folder: "prompts",
    example: {
      "prompts/lookup_order.tool.yaml": lookupOrder,
      "prompts/support-triage.md": triageText,
      "prompts/support-triage.prompt.yaml": triage,
    },
    tooling: {
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

/** The schemas of the installed npm package. */
const schemas = "./node_modules/promptctl/schemas";

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function configuration(version: string): string {
  return `# yaml-language-server: $schema=${schemas}/configuration.schema.json

# Editors find the schemas after npm install --save-dev promptctl@${version}.
definitions: prompts # the folder of the definitions
# baseUrl: https://prompts.example.com # your service; its key comes from PROMPTCTL_API_KEY
`;
}

const definitionSchema = `# yaml-language-server: $schema=.${schemas}/definition/definition.schema.json`;

const lookupOrder = `${definitionSchema}

# A tool is a function the model may ask your application to call.
kind: tool
name: lookup_order # what the model calls; unique in the project
description: Look up an order by its number. Returns the status, the items and the delivery date.
parameters: # a JSON Schema object: the arguments of the call
  type: object
  properties:
    orderNumber:
      type: string
      description: The number from the confirmation mail, for example OM-48213.
  required: [orderNumber]
`;

const triage = `${definitionSchema}

# A prompt: a model, its messages, the tools it may call, and its test cases.
kind: prompt
name: Support triage # its identity on the service
tools: [lookup_order] # by name, see lookup_order.tool.yaml
parameters: # omitted parameters take their defaults
  provider: ANTHROPIC
  name: claude-haiku-4-5
  maxTokens: 512
variables: # variables of the messages, for readers; never sent
  company: The shop's name
messages:
  - role: system
    content: { file: ./support-triage.md } # long texts are included from files
evaluations: # test cases of the prompt
  - name: where is my order # a name of your choice, never sent
    variables: { company: Oakmoor Home } # replaces {{company}}
    appendedMessages: # added after the prompt's own messages
      - role: user
        content: Hello, my order OM-48213 should have been here on Monday. Where is it?
    assertions: # checks of the reply
      - { type: TOOL_CALLED_WITH, toolName: lookup_order, argKeyName: orderNumber }
      - { type: CONTAINS_ANY, targetValues: [refunded, money back], ignoreCase: true, negate: true }
      - { type: LATENCY, targetThreshold: 5000 } # milliseconds
`;

const triageText = `You are the first to answer customers of {{company}}, an online shop.

- When the customer names an order, look it up before you say anything about it.
- When no order number is given and you need one, ask for it and say
  where to find it: in the confirmation mail, beginning with OM-.
- Make no promises: no delivery dates, no refunds, no vouchers.
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
        require_serial: true # one process for all files, because definitions refer to each other
`;
}
