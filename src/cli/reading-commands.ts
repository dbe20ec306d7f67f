// The commands that show definitions of files and commits. The build makes one file of them.
export { diffCommand } from "./diff.ts";
export { exportCommand } from "./export.ts";
export { graphCommand } from "./graph.ts";
export { logCommand } from "./log.ts";
