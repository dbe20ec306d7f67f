// The differences between the definitions of two commits as JSON: schemas/diff.schema.json.
import type { DefinitionDifference } from "../../engine/history/compare-definitions.ts";
import type { ComparedDefinition, DiffDocument } from "../../generated/types.ts";

/** A side of a comparison; the working tree has no commit. */
export interface DiffSide {
  /** As the user named it. */
  readonly name: string;
  readonly commit?: string;
  /** The environment whose values the definitions have. */
  readonly environment?: string;
}

export interface DiffSides {
  readonly before: DiffSide;
  readonly after: DiffSide;
}

/** The document of `promptctl diff --format json`. */
export function diffDocument(
  differences: readonly DefinitionDifference[],
  { before, after }: DiffSides,
): DiffDocument {
  return {
    format: "promptctl.diff/1",
    before: { ...before },
    after: { ...after },
    differences: differences.map((each) => ({
      address: (each.after ?? each.before)!.address,
      action: actionOf(each),
      ...(each.before && { before: sideJson(each.before) }),
      ...(each.after && { after: sideJson(each.after) }),
      ...(each.overridden && { overridden: { ...each.overridden } }),
    })),
  };
}

/** What happened to a definition from the older side to the newer one. */
export function actionOf({ before, after }: DefinitionDifference): "add" | "change" | "remove" {
  if (!before) return "add";
  return after ? "change" : "remove";
}

function sideJson({
  address,
  external,
  content,
}: NonNullable<DefinitionDifference["after"]>): ComparedDefinition {
  return { address, external, content };
}
