// What a report on a pull request shows besides the plan: the definitions that it removes, and the
// warnings in its files.
import type { RemovedDefinition } from "../../engine/diff/removed-definitions.ts";
import type { Diagnostic } from "../../engine/model/diagnostic.ts";
import { type Kinds, rowsOf } from "../../engine/model/kind.ts";
import { kindOf } from "../../engine/model/resource.ts";
import { diagnosticFence } from "../definitions/diagnostics-markdown.ts";
import {
  codeSpan,
  type MarkdownSection,
  type Mask,
  omittedCounts,
  textFence,
} from "../text/markdown.ts";
import { countByKind } from "./change-order.ts";
import { pluralize } from "../text/terminal-text.ts";

export interface PullRequestReport {
  /** Whether it changes files of the project. */
  readonly isTouched: boolean;
  /**
   * The positions in the plan of the changes to definitions that the pull request does not touch;
   * undefined if that is not known.
   */
  readonly unrelated?: readonly number[];
  readonly removed: readonly RemovedDefinition[];
  /** The warnings in files that the pull request changes. */
  readonly warnings: readonly Diagnostic[];
  /** The number of warnings in other files. */
  readonly otherWarnings: number;
  /** What could not be determined, a paragraph each, not escaped. */
  readonly problems: readonly string[];
  /** Shows source locations and codes of warnings only, without messages. */
  readonly namesOnly: boolean;
}

export interface PullRequestSectionOptions {
  readonly kinds: Kinds;
  readonly mask: Mask;
}

/** Whether a report has something for a reviewer. */
export function hasFindings(report: PullRequestReport): boolean {
  const { removed, warnings, problems } = report;
  return removed.length + warnings.length + problems.length > 0;
}

/** The definitions that the pull request removes. */
export function removedSection(
  { removed }: PullRequestReport,
  options: PullRequestSectionOptions,
): MarkdownSection {
  return {
    pieces: removed.map((definition) => removedLine(definition, options)),
    noun: "more removed definition",
    ...omittedCounts(
      removed.map(({ address }) => ({ kind: kindOf(address) })),
      (omitted) => countByKind(options.kinds, omitted),
    ),
    share: 0.5,
    separator: "\n",
  };
}

/** The warnings, and what could not be determined. */
export function findingSections(
  { warnings, otherWarnings, problems, namesOnly }: PullRequestReport,
  { mask }: PullRequestSectionOptions,
): MarkdownSection[] {
  const others = `${pluralize(otherWarnings, "warning")} in files that this pull request does not change: see the log.`;
  return [
    {
      pieces: [
        ...(warnings.length === 0
          ? []
          : [`**${pluralize(warnings.length, "warning")} in files of this pull request:**`]),
        ...warnings.map((warning) => diagnosticFence(warning, { mask, namesOnly })),
      ],
      noun: "more warning",
      share: 0.4,
    },
    {
      pieces: [
        ...(otherWarnings === 0 ? [] : [others]),
        ...problems.map((problem) => textFence([problem], mask)),
      ],
      noun: "more note",
    },
  ];
}

/** `* no longer defined: prompt/Old bot; it stays on the service, prune is off` */
function removedLine(
  { address, descendants, outcome }: RemovedDefinition,
  { kinds, mask }: PullRequestSectionOptions,
): string {
  const children = countByKind(kinds, rowsOf(descendants));
  const subject = codeSpan(address, mask) + (children === "" ? "" : ` and its ${children}`);
  // Another bullet than that of the changes before it: a list of its own, without blank lines.
  const head = `* no longer defined: ${subject}`;
  const [they, them] = children === "" ? ["it stays", "it"] : ["they stay", "them"];
  switch (outcome?.type) {
    case undefined:
      return head;
    case "deleted":
      return `${head}; **the merge deletes ${them}**`;
    case "prune-off":
      return `${head}; ${they} on the service, prune is off`;
    case "stays":
      return `${head}; ${they} on the service: ${codeSpan(outcome.reason, mask)}`;
    case "not-found":
      return `${head}; the service has no unmanaged resource for it`;
  }
}
