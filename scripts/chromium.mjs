// Finds Chromium or Chrome. `node scripts/chromium.mjs` prints its path, and exits with 1 without one.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const onMac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** PROMPTCTL_CHROMIUM, or the first browser that exists; undefined without one. */
export function chromiumPath() {
  const { PROMPTCTL_CHROMIUM: given, PATH = "" } = process.env;
  if (given) return given;
  const paths = names.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));
  return [...paths, onMac].find((path) => existsSync(path));
}

if (import.meta.filename === process.argv[1]) {
  const path = chromiumPath();
  console.log(path ?? `No browser: ${names.join(", ")} are not on the PATH.`);
  process.exitCode = path === undefined ? 1 : 0;
}
