// What npm's registry holds, and what a release publishes.
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";

/** The packages of a release by name, with their folders in its tree. */
export const packages = { promptctl: "", "promptctl-client": "dist/client" };

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
