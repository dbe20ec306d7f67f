// promptctl graph: the dependencies of the definitions as a Mermaid or DOT graph, offline.
import { graphOf } from "../engine/resolve/dependency-graph.ts";
import { refuseUnmatched } from "../engine/select/select.ts";
import { readConfiguration } from "../io/configuration.ts";
import { definitionFiles } from "../io/definitions.ts";
import { kinds } from "../kinds.ts";
import { load } from "../sync/load.ts";
import { diagnosticsText } from "../views/diagnostics.ts";
import { type GraphFormat, graphText, exceedsMermaidLimits } from "../views/graph-text.ts";
import { configurationGrammar, grammars } from "./grammars.ts";
import { type CommandHost, screenOf } from "./command-host.ts";
import { InvalidProject } from "./invalid-project.ts";
import { projectPrefix } from "./relative-path.ts";

export interface GraphFlags {
  readonly format: GraphFormat;
  readonly target?: readonly string[];
}

/** Prints the graph of the project, or of the targets and their dependencies. Exit code 0. */
export async function graphCommand(
  host: CommandHost,
  directory: string | undefined,
  { format, target = [] }: GraphFlags,
): Promise<number> {
  const { settings, diagnostics } = await readConfiguration(
    kinds,
    configurationGrammar,
    host.cwd,
    directory,
  );
  const prefix = projectPrefix(host.cwd, settings.root);
  if (diagnostics.length > 0) throw new InvalidProject(diagnostics, prefix);
  const files = definitionFiles(settings.root, settings.definitions);
  const project = await load(kinds, grammars, files);
  if (project.diagnostics.some(({ severity }) => severity === "error"))
    throw new InvalidProject(project.diagnostics, prefix);
  if (project.diagnostics.length > 0)
    host.err(`${diagnosticsText(project.diagnostics, screenOf(host, "err"), prefix)}\n`);
  refuseUnmatched(project.definitions, { target, exclude: [] });
  const dependencies = graphOf(kinds, project.definitions, target);
  const text = graphText(dependencies, format);
  host.out(text);
  if (format === "mermaid" && exceedsMermaidLimits(dependencies, text))
    host.err(
      "GitHub does not render a Mermaid graph of this size: select a part with --target, or use --format dot.\n",
    );
  return 0;
}
