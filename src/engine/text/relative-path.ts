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

/** The path of `file` relative to the folder of the file `from`, which begins with `./` or `../`. */
export function relativeFile(from: string, file: string): string {
  const folders = from.split("/").slice(0, -1);
  const parts = file.split("/");
  const differs = folders.findIndex((folder, index) => folder !== parts[index]);
  const common = differs < 0 ? folders.length : differs;
  const up = folders.slice(common).map(() => "..");
  return [...(up.length > 0 ? up : ["."]), ...parts.slice(common)].join("/");
}
