// The bundles that programs of promptctl test read: one file for each different content, so that its path
// says nothing but that.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { memo } from "../../engine/model/collections.ts";
import { type Definition, nameOf } from "../../engine/model/resource.ts";
import { digestText } from "../../engine/text/digest.ts";
import { createTemporaryFolder, temporaryFailure } from "../../io/files/temporary-folder.ts";
import { bundleText } from "../../views/code/bundle.ts";
import { bundledPrompts } from "../code/bundle-environments.ts";

/** The bundles of a run. */
export interface BundleFiles {
  /** The path of the bundle with these definitions; equal for equal bundles. */
  pathOf(this: void, definitions: readonly Definition[]): string;
  /** Removes the files. */
  close(this: void): void;
}

/** `environment`: the name of the only environment in the bundles. */
export function openBundleFiles(environment: string): BundleFiles {
  let folder: string | undefined;
  const write = memo((text: string): string => {
    folder ??= createTemporaryFolder("bundle");
    const name = digestText(text).replace("sha256:", "").slice(0, 16);
    const path = join(folder, `${name}.json`);
    try {
      writeFileSync(path, text);
    } catch (error) {
      throw temporaryFailure(path, error);
    }
    return path;
  });
  const pathOf = memo((definitions: readonly Definition[]): string => {
    const prompts = bundledPrompts(definitions).bundled.map(({ definition, content }) => ({
      key: nameOf(definition.address),
      id: undefined,
      content,
    }));
    return write(bundleText(new Map([[environment, prompts]])));
  }, new WeakMap());
  return {
    pathOf,
    close: () => {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
