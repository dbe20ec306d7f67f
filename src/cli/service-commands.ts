// The commands that compare definitions with a service, and what codegen, log and test need of them. They share
// nearly all their code, so the build makes one file of them.
export { applyCommand } from "./apply.ts";
export { idsCommand } from "./ids.ts";
export { readServices } from "./log-services.ts";
export { planCommand } from "./plan.ts";
export { readIds } from "./read-ids.ts";
export { renderCommand, runCommand } from "./prompt-commands.ts";
export { statusCommand } from "./status.ts";
export { matchService } from "./test-service.ts";
