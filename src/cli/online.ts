// The commands that talk to a service: one file of the build, loaded when one of them is run.
export { apply } from "./apply.ts";
export { ids } from "./ids.ts";
export { plan } from "./plan.ts";
export { runProgram } from "./program.ts";
export { pull } from "./pull.ts";
export { render } from "./render.ts";
export { run } from "./run.ts";
