// The paths of fields in messages: `messages[0]`, `parameters.temperature`.
import type { Path } from "../model/json.ts";

/** As `pathText`, but `messages[0]` for `messages[0].content[0].text`: most messages are a single text. */
export function fieldPath(path: Path): string {
  return pathText(path).replace(/\.content\[0\]\.text$/, "");
}

/** `messages[0].content[1].text`; keys that are not identifiers are quoted. */
export function pathText(path: Path): string {
  return path
    .map((key, index) => {
      if (typeof key === "number") return `[${key}]`;
      const isIdentifier = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key);
      if (!isIdentifier) return `[${JSON.stringify(key)}]`;
      return index === 0 ? key : `.${key}`;
    })
    .join("");
}
