// Address patterns: `*` matches any text, `\*` an asterisk.

/** Whether a pattern matches the whole address. */
export function matchesPattern(pattern: string, address: string): boolean {
  const [first = "", ...others] = piecesOf(pattern);
  const last = others.pop();
  if (last === undefined) return address === first;
  if (!address.startsWith(first)) return false;
  let from = first.length;
  for (const piece of others) {
    const index = address.indexOf(piece, from); // the first match leaves most room for the rest
    if (index < 0) return false;
    from = index + piece.length;
  }
  return address.length - last.length >= from && address.endsWith(last);
}

/**
 * Whether a pattern matches all that another one matches. Each text stands for any text: a pattern
 * that has one of them as a letter does not match the other.
 */
export function coversPattern(pattern: string, other: string): boolean {
  return ["\0", "\u0001"].every((any) => matchesPattern(pattern, piecesOf(other).join(any)));
}

/** The texts between the asterisks. */
function piecesOf(pattern: string): string[] {
  const pieces = [""];
  for (const [part] of pattern.matchAll(/\\\*|\*|[^*\\]+|\\/g))
    if (part === "*") pieces.push("");
    else pieces[pieces.length - 1] += part === "\\*" ? "*" : part;
  return pieces;
}
