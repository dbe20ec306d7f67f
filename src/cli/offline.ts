// The commands that need no service, but for validate: one file of the build, loaded when one of them
// is run.
export { graph } from "./graph.ts";
export { init } from "./init.ts";
export { runProgram } from "./program.ts";
export { schema } from "./schema.ts";
