// Limits the notes of one sort in a plan.

const maxNotes = 20;

/** The first notes, and the number of the others. `what`: what their new definitions are. */
export function limitNotes(notes: readonly string[], what: string): string[] {
  const others = notes.length - maxNotes;
  return others > 0
    ? [...notes.slice(0, maxNotes), `${others} more new definitions are ${what}.`]
    : [...notes];
}
