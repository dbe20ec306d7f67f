// A create or update whose resource the service stored with other values than were sent: the step fails,
// because the service does not have what the files say, and the next plan has the change again.
import { firstOf } from "../../engine/text/word-lists.ts";
import { failed, type Failure, isFailure } from "../../engine/model/failure.ts";
import type { Kind } from "../../engine/model/kind.ts";
import type { Altered, Step } from "../../engine/model/plan.ts";
import { visibleDifference } from "../../engine/json/visible-difference.ts";

/** Further fields are only counted. */
const maxListedFields = 10;

export interface AlteredWrite {
  readonly row: Kind;
  readonly step: Step;
  /** The id of the resource. */
  readonly id: string;
  readonly altered: readonly Altered[];
}

/**
 * Whether later plans would not recognise the resource, so that each apply would create one more: it
 * is identified by its content. Names are compared without differences that services make
 * (match/similar-names.ts), and owned children are paired with whatever their parent has.
 */
export function isUnrecognisable({ identifiedBy, parent }: Kind): boolean {
  return identifiedBy.by === "content" && !parent?.owned;
}

/** Deletes an unrecognisable resource again. Returns the Failure of its create. */
export async function undoCreate(
  { row, step, id, altered }: AlteredWrite,
  deleteCreated: () => Promise<void>,
): Promise<Failure> {
  try {
    await deleteCreated();
    return failed(
      "not-stored-as-sent",
      `The service stored other values than were sent. The new ${row.kind} (${id}) was deleted again, because later runs would not recognise it:`,
      [...differences(altered), storedValueHint(step)],
    );
  } catch (error) {
    if (!isFailure(error)) throw error;
    return failed(
      "stored-otherwise",
      `The service stored other values than were sent, and the new ${row.kind} (${id}) could not be deleted again: ${error.message}`,
      [
        ...differences(altered),
        `Delete the ${row.kind} ${id} on the service. ${storedValueHint(step)}`,
      ],
    );
  }
}

/** The Failure of an update, and of a create whose resource stays: the next plan finds it. */
export function alteredFailure({ row, step, id, altered }: AlteredWrite): Failure {
  const isName = row.identifiedBy.by === "name" && altered.some(({ path }) => path === "/name");
  return failed(
    "stored-otherwise",
    `The service stored ${isName ? "another name than was sent" : "other values than were sent"} (id ${id}):`,
    [...differences(altered), storedValueHint(step)],
  );
}

function differences(altered: readonly Altered[]): string[] {
  const lines = altered.map(({ path, sent, kept }) => {
    const [sentText, storedText] = visibleDifference(sent, kept);
    return [`  ${path}`, `    sent:   ${sentText}`, `    stored: ${storedText}`];
  });
  return firstOf(lines, maxListedFields, (more) => [`  and ${more} more`]).flat();
}

function storedValueHint({ address }: Step): string {
  return `Write the stored values into the definition of ${address} and run the same command again.`;
}
