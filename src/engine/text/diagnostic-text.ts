// What views say of a diagnostic, and its paths in a larger project.
import { type Diagnostic, fileAndLine, type SourceLocation } from "../model/diagnostic.ts";
import { hintText } from "../model/hint.ts";
import { resolvePath } from "./relative-path.ts";

/**
 * The message and the hint for views; one of them ends with the other location, if there is one.
 */
export function diagnosticMessage({
  message,
  hint,
  also,
}: Diagnostic): Pick<Diagnostic, "message" | "hint"> {
  const texts = { message, ...(hint !== undefined && { hint }) };
  if (!also) return texts;
  const suffix = ` (${fileAndLine(also.location)})`;
  const withSuffix = (text: string): string => text.replace(/[.?]$/, (end) => suffix + end);
  return also.in === "message"
    ? { ...texts, message: withSuffix(message) }
    : { message, hint: hintText(withSuffix(hint!)) };
}

/** The diagnostic with a prefix before all file paths. */
export function withPrefix(diagnostic: Diagnostic, prefix: string): Diagnostic {
  const { location, message, hint, also, paths } = diagnostic;
  const moved = (each: SourceLocation): SourceLocation => ({
    ...each,
    file: resolvePath(prefix, each.file),
  });
  const withMovedPath = (text: string): string => {
    const path = paths
      ?.toSorted((one, other) => other.length - one.length)
      .find((each) => wholePath(each).test(text));
    if (path === undefined) return text;
    return text.replaceAll(wholePath(path), () => resolvePath(prefix, path));
  };
  return {
    ...diagnostic,
    location: moved(location),
    ...(also && { also: { ...also, location: moved(also.location) } }),
    ...(paths && {
      message: withMovedPath(message),
      ...(hint !== undefined && { hint: withMovedPath(hint) }),
      paths: paths.map((path) => resolvePath(prefix, path)),
    }),
  };
}

/** Matches a path that is not a part of another path or word. */
function wholePath(path: string): RegExp {
  const literal = path.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  return new RegExp(`(?<![\\w./-])${literal}(?![\\w/-]|\\.\\w)`, "g");
}
