// One change of a plan in Markdown: its line in the list, and its details.
import type { Json } from "../engine/model/json.ts";
import type { Plan } from "../engine/model/plan.ts";
import type { Address } from "../engine/model/resource.ts";
import { referenceText } from "./display-name.ts";
import type { FieldChange } from "./field-changes.ts";
import { codeSpan, codeFence, type Mask } from "./markdown.ts";
import type { ChangeSummary } from "./plan-summary.ts";
import type { PlanTextOptions } from "./plan-text.ts";
import { diffText } from "./text-diff.ts";

export interface ChangeDetailOptions extends Pick<PlanTextOptions, "includedFrom"> {
  readonly mask: Mask;
}

/** `- update` `prompt/Support triage` `· **deploys**` */
export function changeLine({ action, title, note }: ChangeSummary, mask: Mask): string {
  const word = action === "delete" ? "**delete**" : action;
  const strong = note === "deploys" ? "**deploys**" : note;
  return `- ${word} ${codeSpan(title, mask)}${note === "" ? "" : ` · ${strong}`}`;
}

/** The details of a change under its name; undefined if its line says everything. */
export function changeDetails(
  { address, title, details, deletedBody, warning, explanation }: ChangeSummary,
  plan: Plan,
  options: ChangeDetailOptions,
): string | undefined {
  const { mask } = options;
  const pieces = [
    deletedBody && `- was ${jsonCode(deletedBody, mask)}`,
    ...details.map((detail) => detailMarkdown(detail, address, plan, options)),
    warning && `- ${warning}`,
    explanation && `- ${explanation}`,
  ].filter((piece) => piece !== undefined);
  if (pieces.length === 0) return undefined;
  return [`#### ${codeSpan(title, mask)}`, ...pieces].join("\n\n");
}

function detailMarkdown(
  detail: FieldChange,
  address: Address,
  plan: Plan,
  { mask, includedFrom }: ChangeDetailOptions,
): string {
  const path = codeSpan(detail.path, mask);
  switch (detail.type) {
    case "value":
      return `- ${path}: ${jsonCode(detail.before, mask)} → ${jsonCode(detail.after, mask)}`;
    case "added":
    case "removed":
      return `- ${path}: ${detail.type} ${jsonCode(detail.item, mask)}`;
    case "set": {
      const references = (["added", "removed"] as const).flatMap((type) =>
        detail[type].map((target) => `${type} ${codeSpan(referenceText(target, plan), mask)}`),
      );
      return `- ${path}: ${references.join(", ")}`;
    }
    case "text": {
      const file = includedFrom(address, detail.pointer);
      const from = file === undefined ? "" : ` from ${codeSpan(file, mask)}`;
      const lines = diffText(detail.before, detail.after).map(({ text }) => text);
      return `- ${path}${from}:\n\n${codeFence("diff", lines, mask)}`;
    }
  }
}

function jsonCode(value: Json | undefined, mask: Mask): string {
  return value === undefined ? "(absent)" : codeSpan(JSON.stringify(value), mask);
}
