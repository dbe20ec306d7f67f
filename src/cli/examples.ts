// The two examples at the end of each help text.
import type { Command } from "commander";

/** A command line without the program name, and what it does. */
type Example = readonly [words: string, description: string];

const programExamples: readonly [Example, Example] = [
  ["init my-project", "Create a project"],
  ["plan my-project --local", "Compare it with the embedded service"],
];

const examples: Readonly<Record<string, readonly [Example, Example]>> = {
  init: [
    ["init my-project", "Create a project with an example"],
    ["init --no-example", "Add workflows, hooks and settings"],
  ],
  validate: [
    ["validate", "Check the project around this folder"],
    ["validate --strict --format github", "Annotate a pull request, fail on warnings"],
  ],
  fmt: [
    ["fmt", "Format all definition files"],
    ["fmt --check prompts/support.prompt.yaml", "Show what would change in one file"],
  ],
  import: [
    [`import cases cases.csv --prompt "Support triage"`, "Write an evaluation for each row"],
    ["import openai prompts/*.json --dry-run", "Show what would be written"],
  ],
  plan: [
    ["plan --local", "Compare with the embedded service"],
    [`plan --target "prompt/Support*"`, "Plan a part of the definitions"],
  ],
  apply: [
    ["apply", "Show the changes, ask, apply them"],
    ["apply plan.json", "Apply the plan that plan --out saved"],
  ],
  pull: [
    ["pull --dry-run", "Show what pull would write"],
    ["pull new-folder", "Write all resources to a new folder"],
  ],
  status: [
    ["status", "Compare with the services of all environments"],
    ["status --env production --json", "Compare with one, for a script"],
  ],
  codegen: [
    ["codegen --out src/prompts.ts", "Write types"],
    ["codegen --out src/prompts.json --env production", "Write a bundle for one environment"],
  ],
  graph: [
    ["graph > graph.mmd", "Write a Mermaid file"],
    [`graph --format dot --target "prompt/Support*"`, "Draw a part of the graph with Graphviz"],
  ],
  log: [
    [`log "prompt/Support triage"`, "Show who changed a prompt, and when"],
    [
      `log "prompt/Support triage" --patch --local`,
      "Show what changed, and which version the embedded service holds",
    ],
  ],
  diff: [
    ["diff", "Show what is not committed yet"],
    ["diff v1.4.0 main --format markdown", "Write release notes"],
  ],
  render: [
    [`render "Support triage" --vars vars.yaml`, "Show the messages"],
    [
      `render "Support triage" --from files --as openai --template`,
      "Print the request of the files, with its placeholders",
    ],
  ],
  run: [
    [`run "Support triage" --var ticket="Where is it?"`, "Print the reply"],
    [`run "Support triage" --vars vars.yaml --local --echo`, "Try it without a provider"],
  ],
  test: [
    ["test --on echo", "Try the evaluations without a provider"],
    ["test --base main --out report.html", "Compare with a branch, and write a report"],
  ],
  report: [
    ["report result.json", "Show a saved result"],
    ["report result.json --plan plan.json --out report.html", "Write HTML with the plan"],
  ],
  serve: [
    ["serve --echo", "Serve without provider keys"],
    ["serve --port 4200 --store prompts.sqlite", "Use another port and database"],
  ],
  store: [
    ["store copy prompts.sqlite postgres://prompts@db/prompts", "Move a store to PostgreSQL"],
    [
      "store purge 63a1f0c2 --store prompts.sqlite",
      "Remove old versions and the deletion of a resource",
    ],
  ],
  schema: [
    ["schema", "Print the schema of all definitions"],
    ["schema tool > tool.schema.json", "Write the schema of tools to a file"],
  ],
  completion: [
    ["completion bash >> ~/.bashrc", "Complete commands, flags and addresses in Bash"],
    ["completion fish | source", "The same in fish"],
  ],
  help: [
    ["help plan", "Show the flags of plan"],
    ["help", "List the commands"],
  ],
};

/** Adds the examples to the help of the program and of all its commands. */
export function addExamples(program: Command): void {
  program.addHelpText("after", examplesText(programExamples));
  for (const command of program.commands)
    command.addHelpText("after", examplesText(examples[command.name()]!));
}

function examplesText(rows: readonly Example[]): string {
  const lines = rows.map(([words, does]) => `  # ${does}\n  promptctl ${words}`);
  return ["", "Examples:", lines.join("\n\n")].join("\n");
}
