// Relative paths with `/`, on every platform.

/**
 * `file`, relative to the folder of the file `from`. Keeps the leading `..` of a path that leaves
 * the folder to which `from` is relative.
 */
export function resolvePath(from: string, file: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of file.split("/"))
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  return parts.join("/");
}
