// The history of a definition as JSON: schemas/log.schema.json. It has no authors and messages: they are personal data.
import {
  type DefinitionLog,
  type ServiceWithVersion,
  versionAt,
} from "../../engine/history/definition-log.ts";
import type { Version } from "../../engine/history/versions.ts";
import type { LogDocument, LogHeld, LogVersion } from "../../generated/types.ts";

/** The document of `promptctl log --format json`. */
export function logDocument(
  log: DefinitionLog,
  services: readonly ServiceWithVersion[],
): LogDocument {
  const { address, workingTree, isHeadKnown, versions, end } = log;
  return {
    format: "promptctl.log/1",
    address,
    ...(workingTree && {
      workingTree: { ...stateJson(workingTree), isHeadKnown },
    }),
    versions: versions.map(({ introduced: { commit, date }, state, previous }) => ({
      commit,
      date,
      orOlder: previous.status === "unknown",
      ...stateJson(state),
    })),
    end,
    ...(services.length > 0 && {
      services: services.map((each) => ({ ...each, held: heldJson(log, each) })),
    }),
  };
}

/** `commit`: the one that introduced the version. */
function heldJson(log: DefinitionLog, { held }: ServiceWithVersion): LogHeld {
  const { type } = held;
  if (type === "other-ref")
    return { type, commit: held.at.commit, ref: held.ref, isMerged: held.isMerged };
  if (type !== "version") return { type };
  return { type, commit: versionAt(log, held.commit)?.introduced.commit ?? held.commit };
}

function stateJson(state: Version["state"]): Pick<LogVersion, "status" | "content"> {
  if (state.status !== "defined") return { status: state.status };
  const { external, content } = state.definition;
  return external ? { status: "external" } : { status: "defined", content };
}
