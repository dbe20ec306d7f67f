// The natural order of names.
const names = new Intl.Collator("en", { numeric: true });

/** Compares two names: `Prompt 2` is before `Prompt 10`. */
export function compareNames(one: string, other: string): number {
  return names.compare(one, other);
}
