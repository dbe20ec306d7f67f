// Earlier names that a definition has now. Matching takes the name of a definition before an earlier name
// of another one, so the resource would keep its id and get the text of that other definition.
import type { Finding } from "../model/diagnostic.ts";
import type { Path } from "../model/json.ts";
import type { RuleProject, Subject } from "./rule.ts";

/** Earlier names that other definitions of the kind have now. */
export function reusedNames(subject: Subject, project: RuleProject): Finding[] {
  const { row, address, renamedFrom } = subject.definition;
  return renamedFrom.flatMap((name, index) => {
    const other = project.named(row.kind, name).find((each) => each.definition.address !== address);
    if (!other) return [];
    return {
      code: "reused-name",
      path: pathOf(subject, index),
      message: `renamedFrom names "${name}", which is the name of ${other.definition.address} now.`,
      hint: project.isPinned(address)
        ? "Remove renamedFrom: the pin decides."
        : `If every environment has the rename, remove "${name}" from renamedFrom. If not, apply it before you define ${other.definition.address}, or pin the ids of both.`,
    };
  });
}

/** Earlier names that are the name of the definition itself. */
export function ownEarlierNames(subject: Subject): Finding[] {
  const { name, renamedFrom } = subject.definition;
  return renamedFrom.flatMap((earlier, index) =>
    earlier === name
      ? {
          code: "own-earlier-name",
          path: pathOf(subject, index),
          message: `renamedFrom names "${name}", which is the name of this definition.`,
          hint: `Remove "${name}" from renamedFrom.`,
        }
      : [],
  );
}

/** The path of an earlier name: the field has one name or a list. */
function pathOf({ mapping }: Subject, index: number): Path {
  return Array.isArray(mapping["renamedFrom"]) ? ["renamedFrom", index] : ["renamedFrom"];
}
