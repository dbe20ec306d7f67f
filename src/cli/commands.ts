// The commands with their arguments and flags. The code of a command is loaded when it runs.
import { Argument, Command, CommanderError, Option } from "commander";
import { reportInvalidValuesLast } from "./invalid-values.ts";
import { providerFacts } from "../engine/providers/provider-facts.ts";
import { shells } from "../views/code/completion-scripts.ts";
import { type CommandHost, outputFormats } from "./host/command-host.ts";
import { addExamples } from "./examples.ts";
import {
  addApplyFlags,
  addConnectionFlags,
  addPlanFlags,
  addPromptFlags,
  collectValues,
  directoryArgument,
  durationOption,
  environmentOption,
  environmentsOption,
  formatOption,
  numberParser,
  patternOption,
  refOption,
  targetOption,
  reportOption,
} from "./host/flags.ts";
import { importFormats, placeholderSyntaxes } from "./import/import-formats.ts";
import { addTestFlags } from "./evaluate/test-flags.ts";

/** The program with all its commands. `done` receives the exit code of the one that ran. */
export function createProgram(host: CommandHost, done: (exitCode: number) => void): Command {
  const program = new Command("promptctl")
    .description("Manage prompts, tools and evaluations as YAML files in git")
    .version(host.version, "-v, --version", "Print the version")
    .addOption(new Option("-V").hideHelp()) // the short flag that Commander prefers
    .on("option:V", () => {
      host.out(`${host.version}\n`);
      throw new CommanderError(0, "commander.version", host.version);
    })
    .helpOption("-h, --help", "Show help")
    .enablePositionalOptions() // -v after a command is an unknown option
    .exitOverride()
    .configureOutput({
      writeOut: host.out,
      writeErr: host.err,
      outputError: () => {}, // runProgram prints errors
      getOutHelpWidth: () => Math.min(host.terminal.columns, 80),
      getErrHelpWidth: () => Math.min(host.terminal.columns, 80),
    })
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .showSuggestionAfterError()
    .helpCommand(false);
  const run: RunLoaded =
    (load) =>
    async (...values) => {
      const command = await load();
      done(await command(host, ...(values as never[])));
    };
  addFileCommands(program, run);
  addImportCommand(program, run);
  addPlanCommands(program, run);
  addPrintCommands(program, run);
  addPromptCommands(program, run);
  addTestCommands(program, run);
  addServiceCommands(program, run);
  addHelpCommands(program, run);
  addExamples(program);
  program.commands.forEach(reportInvalidValuesLast);
  return program;
}

/** Loads the function that receives the arguments and the flags and returns the exit code. */
type LoadCommand = () => Promise<
  (host: CommandHost, ...values: never[]) => number | Promise<number>
>;

type RunLoaded = (load: LoadCommand) => (...values: unknown[]) => Promise<void>;

/** Commands that work on files only. */
function addFileCommands(program: Command, run: RunLoaded): void {
  program
    .command("init [directory]")
    .description("Create a project")
    .option("--yes, --auto-approve", "Skip the confirmation")
    .option("--no-example", "Write no example definitions")
    .option("--agents", "Write AGENTS.md, rules for coding agents that change prompts")
    .option("--env <name>", "Prepare an environment in promptctl.yaml (repeatable)", collectValues)
    .option(
      "--source <repository@commit>",
      "Repository and commit to install promptctl from (default: those of this installation)",
    )
    .action(run(async () => (await import("./definitions/init.ts")).initCommand));
  program
    .command("validate [paths...]")
    .description("Check definitions offline")
    .addOption(formatOption(outputFormats.validate))
    .addOption(refOption())
    .addOption(environmentOption("Check only this environment of promptctl.yaml (default: all)"))
    .option("--strict", "Exit with 3 for warnings too")
    .option("--explain <code>", "Explain a diagnostic code, with examples")
    .action(run(async () => (await import("./definitions/validate.ts")).validateCommand));
  program
    .command("fmt [paths...]")
    .description("Format definition files")
    .option("--check", "Write nothing; exit with 2 if files need formatting")
    .action(run(async () => (await import("./definitions/fmt.ts")).fmtCommand));
}

/** Writes definitions from files of other tools, and evaluations from a table. */
function addImportCommand(program: Command, run: RunLoaded): void {
  program
    .command("import")
    .description("Write definitions from files of other tools")
    .addArgument(new Argument("<format>", "Format of the files").choices(importFormats))
    .argument("<files...>", "Files to import: JSON, JSON Lines or YAML; a table for cases; texts")
    .option("--prompt <prompt>", "With cases: the prompt that they are for")
    .option("--dry-run", "Show the changes without writing files")
    .option("--prune", "With cases: remove the evaluations that the table does not have")
    .option("--model <name>", "Model for prompts without a model of OpenAI or Anthropic")
    .option("--strict", "Exit with 1 if something is not imported")
    .option("--separate", "With requests: write a prompt for each request")
    .option(
      "--cases <number>",
      "With requests: maximum number of cases of a prompt (default 50)",
      numberParser(1, 100_000),
    )
    .option("--partial", "Exit with 0 even if a prompt would send another request")
    .option("--allow-secrets", "Write texts that look like secrets")
    .addOption(
      new Option(
        "--placeholders <syntax>",
        "With requests and text: syntax of placeholders, {{x}}, {x} or ${x}",
      ).choices(placeholderSyntaxes),
    )
    .addOption(
      new Option("--role <role>", "With text: default role of a text").choices(["system", "user"]),
    )
    .action(run(async () => (await import("./import/import.ts")).importCommand));
}

/** Commands that make the files and the service equal. */
function addPlanCommands(program: Command, run: RunLoaded): void {
  addPlanFlags(program.command("plan [directory]"), outputFormats.plan)
    .description("Show what apply would change")
    .option("--detailed-exitcode", "Exit with 2 if there are changes that apply would make")
    .option("--gitlab-note", "Write the plan to a note of the GitLab merge request")
    .action(run(async () => (await import("./plan/plan.ts")).planCommand));
  addApplyFlags(program.command("apply"))
    .description("Make the service match")
    .argument("[directory|plan]", "Project folder or saved plan")
    .action(run(async () => (await import("./plan/apply.ts")).applyCommand));
  addConnectionFlags(program.command("pull [directory]"))
    .description("Write the service's changes to files")
    .addOption(patternOption("--target", "Write only matching addresses"))
    .option("--theirs", "Write the values of the service, also where the files changed")
    .option("--from <commit>", "The commit from which the service was changed")
    .option("--branch <name>", "Commit the changes of the service to a branch; write no files")
    .option("--ours", "Keep the values of the files where both sides changed")
    .option("--yes, --auto-approve", "Skip the confirmation")
    .option("--dry-run", "Show the changes without writing files")
    .option("--text-files", "Write long message texts to separate files")
    .option("--prune", "Remove definitions that do not exist on the service")
    .option("--force", "Write even if there are uncommitted changes")
    .option("--partial", "Exit with 0 even if resources or fields are left out")
    .option("--allow-secrets", "Write texts that look like secrets")
    .action(run(async () => (await import("./plan/pull.ts")).pullCommand));
}

/** Commands that print the state of the definitions, or the definitions in another form. */
function addPrintCommands(program: Command, run: RunLoaded): void {
  addConnectionFlags(program.command("status [directory]"))
    .description("Compare every environment")
    .option("--json", "Print JSON")
    .action(run(async () => (await import("./plan/status.ts")).statusCommand));
  addConnectionFlags(
    program.command("codegen [directory]"),
    undefined,
    environmentsOption("With a bundle: only this environment, or local (repeatable)"),
  )
    .description("Write types or a bundle for applications")
    .requiredOption("--out <file>", "File to write: types to .ts, a bundle of the prompts to .json")
    .option("--check", "Write nothing; exit with 2 if the file is out of date")
    .option("--ids", "With a bundle: read the ids of the prompts from the services")
    .action(run(async () => (await import("./code/codegen.ts")).codegenCommand));
  program
    .command("graph [directory]")
    .description("Print the dependency graph")
    .addOption(formatOption(["mermaid", "dot"]))
    .addOption(targetOption())
    .action(run(async () => (await import("./definitions/graph.ts")).graphCommand));
  addConnectionFlags(program.command("log"), undefined, environmentsOption())
    .description("Show the versions of a definition and who holds them")
    .argument("<address>", "Address of a definition, or name of a prompt; it may be removed")
    .addArgument(directoryArgument())
    .addOption(formatOption(["text", "json"]))
    .option("--limit <number>", "Maximum number of versions", numberParser(1, 500))
    .option("--patch", "Show what each version changed")
    .action(run(async () => (await import("./plan/log.ts")).logCommand));
  program
    .command("diff")
    .description("Compare the definitions of two commits")
    .argument("[from]", "Commit, tag or branch (default: HEAD)")
    .argument("[to]", "Commit, tag or branch (default: the files)")
    .addOption(formatOption(["text", "json", "markdown"]))
    .addOption(patternOption("--target", "Include only matching addresses"))
    .addOption(environmentOption("Use the values of an environment of promptctl.yaml"))
    .option("--against <name>", "Compare with another environment, in the files or in [from]")
    .option("--detailed-exitcode", "Exit with 2 if there are differences")
    .action(run(async () => (await import("./definitions/diff.ts")).diffCommand));
}

/** Commands for one prompt. */
function addPromptCommands(program: Command, run: RunLoaded): void {
  addPromptFlags(program.command("render"))
    .description("Show the request that a provider gets")
    .addOption(
      new Option("--as <format>", "Print the request as JSON for a provider, or as a curl command")
        .choices([...Object.values(providerFacts).map(({ id }) => id), "curl"])
        .conflicts("json"),
    )
    .option("--template", "Leave variables without a value as {{name}}")
    .action(run(async () => (await import("./prompts/prompt-commands.ts")).renderCommand));
  addPromptFlags(program.command("run"), "10m") // models that reason take minutes
    .description("Run a prompt and print the reply")
    .option(
      "--echo",
      "With --local or --from files: reply with an echo instead of calling the provider",
    )
    .action(run(async () => (await import("./prompts/prompt-commands.ts")).runCommand));
}

/** Commands that judge the text of the files. */
function addTestCommands(program: Command, run: RunLoaded): void {
  addTestFlags(program.command("test [directory]"))
    .description("Run the evaluations and show what got worse")
    .action(run(async () => (await import("./evaluate/test.ts")).testCommand));
  program
    .command("report <result>")
    .description("Show or convert a saved test result")
    .addOption(formatOption(outputFormats.test))
    .option("--full", "Show whole replies, and the cases that passed")
    .option("--plan <file>", "Show a saved plan in the HTML report")
    .addOption(reportOption())
    .action(run(async () => (await import("./evaluate/report.ts")).reportCommand));
}

/** The embedded service and its store. */
function addServiceCommands(program: Command, run: RunLoaded): void {
  program
    .command("serve")
    .description("Run the embedded service on a port")
    .option(
      "--port <number>",
      "Port to listen on; 0 selects a free port",
      numberParser(0, 65_535),
      4100,
    )
    .option("--host <name>", "Address to listen on", "127.0.0.1")
    .option(
      "--store <store>",
      "Database file, or postgres://USER@HOST/DATABASE (default: PROMPTCTL_STORE, then .promptctl/store.sqlite)",
    )
    .option("--echo", "Reply with an echo instead of calling the providers")
    .option("--name <name>", "Name of the service on its page, such as production")
    .option("--env <name>", "Environment of promptctl.yaml, for the commands on the page")
    .option("--no-page", "Do not serve the page that shows the prompts in a browser")
    .addOption(
      new Option(
        "--log <format>",
        "Format of the log (default: text on a terminal, else json)",
      ).choices(outputFormats.serve),
    )
    .option(
      "--trust-proxy <addresses>",
      "Proxies whose X-Forwarded-For is logged: addresses and subnets, separated by commas",
    )
    .addOption(durationOption("--provider-timeout", "Time-out of a provider's response", "10m"))
    .addOption(durationOption("--drain-time", "Time to keep idle connections after SIGTERM", "3s"))
    .option("--evaluation-update", "Enable PUT /sdk/v1/evaluations/{id}")
    .option("--evaluation-delete-cascades", "Delete assertions with their evaluation")
    .action(run(async () => (await import("./serve/serve.ts")).serveCommand));
  program
    .command("store")
    .description("Copy a store of the service, or remove old texts from it")
    .addArgument(new Argument("<action>", "Action").choices(["copy", "purge"]))
    .argument(
      "<stores-or-ids...>",
      "copy: the store to read and the empty one to write; purge: ids of resources. A store is a file, or postgres://USER@HOST/DATABASE",
    )
    .option("--store <store>", "Store to purge (default: PROMPTCTL_STORE)")
    .action(run(async () => (await import("./serve/store.ts")).storeCommand));
}

/** Commands that print what promptctl itself knows. */
function addHelpCommands(program: Command, run: RunLoaded): void {
  program
    .command("schema [kind]", { hidden: true })
    .description("Print the JSON Schema of definitions")
    .action(run(async () => (await import("./definitions/schema.ts")).schemaCommand));
  program
    .command("completion", { hidden: true })
    .description("Print the completion script of a shell")
    .addArgument(new Argument("<shell>", "The shell").choices(shells))
    .argument("[words...]", "With --complete: the words of the command line")
    .option("--complete", "Print the candidates for the last word; the script calls this")
    .action(run(async () => (await import("./completion.ts")).completionCommand));
  program
    .command("help [command]", { hidden: true })
    .description("Show the help of a command")
    .action(async (name?: string) => {
      const isKnown = program.commands.some((each) => each.name() === name);
      if (name === undefined) program.outputHelp();
      else await program.parseAsync(isKnown ? [name, "--help"] : [name], { from: "user" });
    });
}
