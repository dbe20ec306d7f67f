// The commands that read definitions and send nothing. The build makes one file of them.
export { diffCommand } from "./diff.ts";
export { exportCommand } from "./export.ts";
export { graphCommand } from "./graph.ts";
export { logCommand } from "./log.ts";
