// A folder of its own for a test, gone at the end: `await using folder = temporaryFolder()`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Folder extends AsyncDisposable {
  readonly path: string;
  file(name: string): string;
}

export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), "promptctl-service-"));
  return {
    path,
    file: (name) => join(path, name),
    [Symbol.asyncDispose]: async () => rmSync(path, { recursive: true, force: true }),
  };
}
