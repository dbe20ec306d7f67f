// The folder of the built files.
import { join } from "node:path";

/** The name of the folder: the tests have one of their own, because a program may be running from dist/. */
export const distName = process.env.PROMPTCTL_DIST || "dist";

export const dist = join(import.meta.dirname, "..", distName);
