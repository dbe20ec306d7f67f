// The check that runs at every commit: a file of the build of its own.
export { runProgram } from "./program.ts";
export { validateCommand } from "./validate.ts";
