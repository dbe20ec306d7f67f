// The commands that write definitions of other sources, and what the page needs of them. The build makes
// one file of them.
export { importCommand } from "./import.ts";
export { pullCommand } from "./pull.ts";
export { promptDefinitions } from "../page/prompt-definitions.ts";
