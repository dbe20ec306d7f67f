// Follows families of definitions through the commits of a line.
import type { FamilyState, PastDefinition } from "../../engine/history/family-state.ts";
import type { LineCommit, LineEnd } from "../../engine/history/line-commit.ts";
import type { FamiliesAt, FamilyNames } from "../../engine/history/project-history.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import { type Address, kindOf } from "../../engine/model/resource.ts";
import type { CompiledSchemas } from "../../engine/validate/validate.ts";
import { createPastProject, type FilesNow, type PastProject } from "./past-project.ts";

export interface HistorySources {
  readonly kinds: Kinds;
  readonly schemas: CompiledSchemas;
  /** The project as it is now: its files are not parsed again. */
  readonly files: FilesNow;
}

export interface FollowOptions {
  /** Whether a family is followed further; by default, all are followed to the end. */
  isOpen?(family: Address): boolean;
  /**
   * Commits that are newer than the definitions: the earlier names of a definition may be those of others
   * there, and the ones that they have are of others.
   */
  readonly newer?: ReadonlySet<string>;
}

/** Follows families along a line, newest commit first. The last item is the reason why it ends. */
export async function* followFamilies(
  { kinds, schemas, files }: HistorySources,
  line: AsyncIterable<LineCommit | LineEnd>,
  families: readonly FamilyNames[],
  { isOpen = () => true, newer = new Set() }: FollowOptions = {},
): AsyncGenerator<FamiliesAt | LineEnd> {
  const project = createPastProject(kinds, schemas, files);
  let followed = families.map(({ address, names }) => createFollower(project, address, names));
  for await (const commit of line) {
    if (typeof commit === "string") {
      yield commit;
      continue;
    }
    await project.moveTo(commit);
    const isNewer = newer.has(commit.info.commit);
    followed = followed.filter(({ address }) => isNewer || isOpen(address));
    const states = new Map<Address, FamilyState>();
    for (const { address, stateNow } of followed) states.set(address, await stateNow(isNewer));
    yield { info: commit.info, families: states };
  }
}

interface Follower {
  readonly address: Address;
  /** The state in the current commit. It is the same object as before if nothing changed. */
  stateNow(this: void, isNewer: boolean): Promise<FamilyState>;
}

/** Follows one family. Adds the earlier names that a commit has for it. */
function createFollower(
  project: PastProject,
  address: Address,
  firstNames: readonly string[],
): Follower {
  const kind = kindOf(address);
  const names = new Set(firstNames);
  let last: Extract<FamilyState, { status: "defined" }> | undefined;
  const stateOf = (family: Address, members: readonly PastDefinition[]): FamilyState => {
    const isIncomplete = project.isIncomplete();
    if (last?.members === members && last.isIncomplete === isIncomplete) return last;
    last = { status: "defined", address: family, members, isIncomplete };
    return last;
  };
  const stateWithout = (known: readonly string[]): FamilyState => {
    if (project.isIncomplete()) return { status: "unknown" };
    const renamedTo = project.renamedTo(kind, known);
    return { status: "absent", ...(renamedTo !== undefined && { renamedTo }) };
  };
  return {
    address,
    stateNow: async (isNewer) => {
      const known = isNewer ? firstNames.slice(0, 1) : [...names];
      const family = project.findFamily(kind, known);
      if (!family) return stateWithout(known);
      const members = family.isAmbiguous ? undefined : await project.members(family.address);
      if (!members) return { status: "unknown" };
      const top = members.find((each) => each.address === family.address);
      if (!isNewer) for (const name of top?.renamedFrom ?? []) names.add(name);
      return stateOf(family.address, members);
    },
  };
}
