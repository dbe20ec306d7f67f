// The commands that talk to a service: one file of the build, loaded when one of them is run.
export { applyCommand } from "./apply.ts";
export { idsCommand } from "./ids.ts";
export { planCommand } from "./plan.ts";
export { runProgram } from "./program.ts";
export { pullCommand } from "./pull.ts";
export { renderCommand } from "./render.ts";
export { runCommand } from "./run.ts";
