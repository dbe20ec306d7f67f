// A promptctl that npm has installed, as far as init looks at it.
import { join } from "node:path";
import { type Folder, folderOf } from "../../io/folder.ts";

/** A commit that exists nowhere. */
export const commit = "0123456789abcdef0123456789abcdef01234567";

export interface Installation {
  /** What npm writes for the package into node_modules/.package-lock.json. */
  readonly entry?: object;
  /** Fields of the package.json of the package. */
  readonly manifest?: object;
}

/** Writes a folder with a node_modules. The program is `node_modules/.bin/promptctl`, a link as npm writes it. */
export function installedProgram({
  entry = { resolved: `git+ssh://git@github.com/acme/promptctl.git#${commit}` },
  manifest = {},
}: Installation = {}): Folder & { readonly programFile: string } {
  const own = { version: "0.1.0-company.1", bin: { promptctl: "dist/main.cjs" }, ...manifest };
  const packages = { "node_modules/promptctl": entry };
  const folder = folderOf({
    "node_modules/promptctl/package.json": JSON.stringify(own),
    "node_modules/promptctl/dist/main.cjs": "",
    "node_modules/.package-lock.json": JSON.stringify({ packages }),
  });
  folder.link("node_modules/.bin/promptctl", "../promptctl/dist/main.cjs");
  return { ...folder, programFile: join(folder.path, "node_modules/.bin/promptctl") };
}
