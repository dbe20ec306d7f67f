// The history of a definition as JSON. It has no authors and messages: they are personal data.
import type { DefinitionLog } from "../engine/history/definition-log.ts";
import type { PastState } from "../engine/history/family-state.ts";
import type { Json, JsonObject } from "../engine/model/json.ts";

/** The document of `promptctl log --format json`. */
export function logDocument({ address, workingTree, versions, end }: DefinitionLog): JsonObject {
  return {
    format: "promptctl.log/1",
    address,
    ...(workingTree && { workingTree: stateJson(workingTree) }),
    versions: versions.map(({ introduced: { commit, date }, state, previous }) => ({
      commit,
      date,
      introduced: previous.status === "unknown" ? "at-or-before" : "at",
      ...stateJson(state),
    })),
    end,
  };
}

function stateJson(state: PastState): { readonly [key: string]: Json } {
  if (state.status !== "defined") return { status: state.status };
  const { external, content } = state.definition;
  return external ? { status: "external" } : { status: "defined", content };
}
