// Follows definitions through the commits of a line.
import { familyOfAddress } from "../engine/history/family-index.ts";
import { findMember, type PastState } from "../engine/history/family-state.ts";
import type { CommitInfo, LineCommit, LineEnd } from "../engine/history/line-commit.ts";
import type { Kinds } from "../engine/model/kind.ts";
import { type Address, kindOf } from "../engine/model/resource.ts";
import type { CompiledSchemas } from "../engine/validate/validate-document.ts";
import { createPastProject, type FilesNow, type PastProject } from "./past-project.ts";

/** A definition to follow. */
export interface Subject {
  readonly address: Address;
  /** The name of its family on the service, then the earlier ones. */
  readonly names: readonly string[];
}

export interface HistorySources {
  readonly kinds: Kinds;
  readonly schemas: CompiledSchemas;
  /** The project as it is now: its files are not parsed again. */
  readonly files: FilesNow;
}

/** What a commit has of each subject. */
export interface PastStates {
  readonly info: CommitInfo;
  readonly states: ReadonlyMap<Address, PastState>;
}

/** Follows subjects along a line, newest commit first. The last item is the reason why it ends. */
export async function* followSubjects(
  { kinds, schemas, files }: HistorySources,
  line: AsyncIterable<LineCommit | LineEnd>,
  subjects: readonly Subject[],
): AsyncGenerator<PastStates | LineEnd> {
  const project = createPastProject(kinds, schemas, files);
  const followed = subjects.map(({ address, names }) => ({ address, names: new Set(names) }));
  for await (const commit of line) {
    if (typeof commit === "string") {
      yield commit;
      continue;
    }
    await project.moveTo(commit);
    const states = new Map<Address, PastState>();
    for (const subject of followed)
      states.set(subject.address, await stateOf(kinds, project, subject));
    yield { info: commit.info, states };
  }
}

/** The state of a subject in the current commit. Adds the earlier names that the commit has for it. */
async function stateOf(
  kinds: Kinds,
  project: PastProject,
  { address, names }: { readonly address: Address; readonly names: Set<string> },
): Promise<PastState> {
  const kind = kindOf(familyOfAddress(kinds, address));
  const family = project.findFamily(kind, [...names]);
  if (!family) return { status: project.isIncomplete() ? "unknown" : "absent" };
  const members = family.isAmbiguous ? undefined : await project.members(family.address);
  if (!members) return { status: "unknown" };
  const top = members.find((each) => each.address === family.address);
  for (const name of top?.renamedFrom ?? []) names.add(name);
  const definition = findMember(kinds, members, address, family.address);
  if (definition) return { status: "defined", definition };
  return { status: project.isIncomplete() ? "unknown" : "absent" };
}
