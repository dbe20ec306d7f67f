// The service as a command: one file of the build, loaded when it is run.
export { runProgram } from "./program.ts";
export { serveCommand } from "./serve.ts";
