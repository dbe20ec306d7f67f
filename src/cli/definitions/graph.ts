// promptctl graph: the dependencies of the definitions as a Mermaid or DOT graph, offline.
import { graphOf } from "../../engine/resolve/dependency-graph.ts";
import { refuseUnmatched } from "../../engine/select/select.ts";
import { kinds } from "../../kinds.ts";
import {
  type GraphFormat,
  graphText,
  exceedsMermaidLimits,
} from "../../views/definitions/graph-text.ts";
import { type CommandHost, printWarnings } from "../host/command-host.ts";
import { loadValidProject, readSettings } from "../project/project.ts";

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
  const settings = await readSettings(host, directory);
  const { definitions, diagnostics } = await loadValidProject(host, settings);
  printWarnings(host, diagnostics, settings.root);
  refuseUnmatched(definitions, { target, exclude: [] });
  const dependencies = graphOf(kinds, definitions, target);
  const text = graphText(dependencies, format);
  host.out(text);
  if (format === "mermaid" && exceedsMermaidLimits(dependencies, text))
    host.err(
      "GitHub does not render a Mermaid graph of this size: select a part with --target, or use --format dot.\n",
    );
  return 0;
}
