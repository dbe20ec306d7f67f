// The commands that only use files. One module: as an entry point of its own, each would split the code
// that it shares with validate into more chunks (docs/performance.md, row "validate 1": 7 %).
export { fmtCommand } from "./fmt.ts";
export { initCommand } from "./init.ts";
export { schemaCommand } from "./schema.ts";
