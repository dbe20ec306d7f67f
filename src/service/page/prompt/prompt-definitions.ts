// A prompt and its tools as definitions in YAML. `yaml` takes 30 ms to load, so this is loaded on
// demand.
import { yamlText } from "../../../engine/edit/yaml-writer.ts";
import { exportResources } from "../../../engine/export/export.ts";
import type { KnownResources } from "../../../engine/export/export-names.ts";
import type { JsonObject } from "../../../engine/model/json.ts";
import type { Kinds } from "../../../engine/model/kind.ts";
import type { PromptDetails } from "./read-prompt.ts";

export interface PromptDefinitions {
  /** The document of the prompt, and one for each of its tools. */
  readonly documents: readonly { readonly title: string; readonly yaml: string }[];
  /** What the documents leave out, in sentences. */
  readonly leftOut: readonly string[];
}

/** The definitions that `pull` would write for a prompt and its tools. */
export function promptDefinitions(
  kinds: Kinds,
  { prompt, evaluations, ...details }: PromptDetails,
): PromptDefinitions {
  const hasMore = details.hasMore || evaluations.some((each) => each.hasMore);
  const asObjects = (resources: readonly object[]): readonly JsonObject[] =>
    resources as readonly JsonObject[];
  const responses = new Map<string, readonly JsonObject[]>([
    ["tool", asObjects(prompt.tools)],
    ["prompt", asObjects([prompt])],
    ["evaluation", hasMore ? [] : asObjects(evaluations.map((each) => each.evaluation))],
    ["assertion", hasMore ? [] : asObjects(evaluations.flatMap((each) => each.assertions))],
  ]);
  const { resources, leftOut } = exportResources(kinds, responses, nothingKnown, new Map());
  const documents = resources
    .toReversed() // the prompt is the last one
    .map(({ row, observed, document }) => ({
      title: `${row.kind === "prompt" ? "Prompt" : "Tool"} ${observed.name ?? ""}`,
      yaml: yamlText(document),
    }));
  const tooMany =
    "The evaluations are omitted, because the prompt has too many of them, or too many assertions.";
  return { documents, leftOut: [...leftOut, ...(hasMore ? [tooMany] : [])] };
}

/** No file defines any of the resources. */
const nothingKnown: KnownResources = {
  addressOf: () => undefined,
  isTaken: () => false,
  isLeft: () => false,
  isWanted: () => false,
  duplicateReason: () => undefined,
  keylessDefinition: () => undefined,
};
