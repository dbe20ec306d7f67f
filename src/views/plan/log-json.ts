// The history of a definition as JSON: schemas/log.schema.json. It has no authors and messages: they are personal data.
import {
  type DefinitionLog,
  type ServiceWithVersion,
  versionAt,
} from "../../engine/history/definition-log.ts";
import type { Version } from "../../engine/history/versions.ts";
import type { LogDocument, LogService, LogVersion } from "../../generated/types.ts";

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
      workingTree: { ...stateJson(workingTree), committed: isHeadKnown ? "no" : "unknown" },
    }),
    versions: versions.map(({ introduced: { commit, date }, state, previous }) => ({
      commit,
      date,
      introduced: previous.status === "unknown" ? "at-or-before" : "at",
      ...stateJson(state),
    })),
    end,
    ...(services.length > 0 && { services: services.map((each) => serviceJson(log, each)) }),
  };
}

/** `commit`: the one that introduced the version. */
function serviceJson(log: DefinitionLog, { name, baseUrl, held }: ServiceWithVersion): LogService {
  const service = { name, baseUrl, holds: held.type };
  if (held.type === "other-ref") {
    const { at, ref, isMerged } = held;
    return { ...service, commit: at.commit, ref, ...(isMerged && { merged: true }) };
  }
  if (held.type !== "version") return service;
  return { ...service, commit: versionAt(log, held.commit)?.introduced.commit ?? held.commit };
}

function stateJson(state: Version["state"]): Pick<LogVersion, "status" | "content"> {
  if (state.status !== "defined") return { status: state.status };
  const { external, content } = state.definition;
  return external ? { status: "external" } : { status: "defined", content };
}
