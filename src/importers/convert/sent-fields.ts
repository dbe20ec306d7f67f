// What an import changes in the requests of an application: fields without which another request is
// sent, and cases that cannot be sent at all.
import type { JsonObject } from "../../engine/model/json.ts";
import { missingIn, type Variables } from "../../engine/render/template.ts";
import { textsOf } from "./messages.ts";
import type { LeftField } from "./source-node.ts";

/** Whether an application sends the field, which no definition has after the import. */
export function isSentField({ isSent = false, cases }: LeftField): boolean {
  return isSent && cases === undefined;
}

/** Why an imported definition, or how many of its cases, cannot run as it is; undefined if all can. */
export function stoppedCases({
  parameters,
  messages,
  evaluations = [],
}: JsonObject): string | undefined {
  const cases = evaluations as JsonObject[];
  const list = messages as JsonObject[];
  const isOnlySystem = list.every(({ role }) => role === "system");
  if (isOnlySystem && (parameters as JsonObject)["provider"] === "ANTHROPIC")
    return cases.length > 0
      ? "Its cases cannot run: Anthropic refuses requests without a message of the user."
      : "Anthropic refuses requests without a message of the user: append one when you run it, or import a text with --role user.";
  const text = textsOf(list).join("\n");
  const missing = cases.map(({ variables = {} }) => missingIn(text, variables as Variables));
  const stopped = missing.filter((names) => names.length > 0);
  if (stopped.length === 0) return undefined;
  const names = [...new Set(stopped.flat())].map((name) => `{{${name}}}`).join(", ");
  return `${stopped.length} of its ${cases.length} cases cannot run: they have no value for ${names}.`;
}
