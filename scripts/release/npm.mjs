// What npm's registry holds.
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";

/** The version that a name, or a name with a version, has on npm; undefined if it has none. */
export function versionOnNpm(specifier) {
  try {
    const words = ["view", specifier, "version"];
    return (
      execFileSync("npm", words, { cwd: tmpdir(), encoding: "utf8", stdio: "pipe" }).trim() ||
      undefined
    );
  } catch (failure) {
    if (/\bE404\b/.test(failure.stderr)) return undefined;
    throw new Error(`npm cannot read its registry:\n${failure.stderr ?? failure.message}`, {
      cause: failure,
    });
  }
}
