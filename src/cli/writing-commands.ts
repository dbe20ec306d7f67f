// The commands that write definitions of other sources. The build makes one file of them.
export { importCommand } from "./import.ts";
export { pullCommand } from "./pull.ts";
