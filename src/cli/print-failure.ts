// Prints the failure that ends a command.
import type { Failure } from "../engine/model/failure.ts";
import { messageAnnotation } from "../views/text/annotations.ts";
import { diagnosticsText } from "../views/text/diagnostics.ts";
import { errorDocument, failureText } from "../views/text/failure-text.ts";
import {
  type CommandHost,
  printJson,
  printJsonLine,
  projectPrefix,
  screenOf,
} from "./host/command-host.ts";
import type { InvalidProject } from "./project/project.ts";

/** How an error is printed: `json-line` is one line of a stream, `github` adds an annotation. */
export type ErrorFormat = "text" | "json" | "json-line" | "github";

/** Prints JSON and annotations to standard output, text to standard error. */
export function printFailure(host: CommandHost, failure: Failure, format: ErrorFormat): void {
  const { diagnostics, root = "" }: Failure & Partial<InvalidProject> = failure;
  const document = errorDocument(failure, diagnostics);
  if (format === "json") return printJson(host, document);
  if (format === "json-line") return printJsonLine(host, { type: "error", ...document });
  if (format === "github") host.out(messageAnnotation("error", failure));
  const screen = screenOf(host, "err");
  host.err(
    diagnostics
      ? diagnosticsText(diagnostics, screen, projectPrefix(host.cwd, root))
      : `${failureText(failure, screen)}\n`,
  );
}
