// The commands that need no service, but for validate: one file of the build, loaded when one of them
// is run.
export { graphCommand } from "./graph.ts";
export { initCommand } from "./init.ts";
export { runProgram } from "./program.ts";
export { schemaCommand } from "./schema.ts";
