// The layout of definitions as a command: one file of the build, loaded when it is run.
export { fmtCommand } from "./fmt.ts";
export { runProgram } from "./program.ts";
