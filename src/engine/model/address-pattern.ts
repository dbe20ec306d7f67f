// Patterns of addresses: `*` stands for anything, `\*` for a star.

/** Whether an address fits a pattern, whole. */
export function matchesPattern(pattern: string, address: string): boolean {
  const [first = "", ...others] = piecesOf(pattern);
  const last = others.pop();
  if (last === undefined) return address === first;
  if (!address.startsWith(first)) return false;
  let from = first.length;
  for (const piece of others) {
    const found = address.indexOf(piece, from); // the first place is as good as any later one
    if (found < 0) return false;
    from = found + piece.length;
  }
  return address.length - last.length >= from && address.endsWith(last);
}

/** The texts between the stars. */
function piecesOf(pattern: string): string[] {
  const pieces = [""];
  for (const [part] of pattern.matchAll(/\\\*|\*|[^*\\]+|\\/g))
    if (part === "*") pieces.push("");
    else pieces[pieces.length - 1] += part === "\\*" ? "*" : part;
  return pieces;
}
