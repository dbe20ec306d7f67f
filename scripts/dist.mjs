// The folder of the built files.
import { resolve } from "node:path";

/** The tests have a folder of their own, because a program may be running from dist/. */
export const dist = resolve(import.meta.dirname, "..", process.env.PROMPTCTL_DIST || "dist");
