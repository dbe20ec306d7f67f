// Patterns of addresses: `*` stands for anything, `\*` for a star.

/** Whether an address fits a pattern, whole. */
export function matches(pattern: string, address: string): boolean {
  return toRegExp(pattern).test(address);
}

function toRegExp(pattern: string): RegExp {
  const source = pattern.replace(/\\\*|\*|[.+?^${}()|[\]\\]/g, (found) => {
    if (found === "*") return "[^]*";
    return found === "\\*" ? "\\*" : `\\${found}`;
  });
  return new RegExp(`^${source}$`, "u");
}
