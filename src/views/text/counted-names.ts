// Tells equal names in a report apart.

/** The names; the second of two equal ones ends with ` (2)`, and so on. */
export function countedNames(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}
