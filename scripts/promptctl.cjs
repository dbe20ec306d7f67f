#!/usr/bin/env node
// `promptctl` of a commit of the source, where dist/ may be missing. A release starts dist/main.cjs. Its syntax
// and the names of its modules are those of old versions of Node.js, to which the program says that they are
// too old.
const { existsSync } = require("fs");
const { join } = require("path");

const program = join(__dirname, "../dist/main.cjs");
if (existsSync(program)) require(program);
else {
  console.error(`promptctl: this commit has no built program (dist/ is missing).
Hooks and CI jobs need the commit of a release: that of a tag like v0.1.0. In a clone, run npm run build.`);
  process.exitCode = 1;
}
