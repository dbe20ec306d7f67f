// The first statements of the built program: they end it under a version of Node.js that is too old, before
// it loads a module.

/**
 * The statements, in syntax that all versions of Node.js read. `engines`: that of package.json. They return
 * from the function in which Node.js wraps a CommonJS module.
 */
export function nodeVersionCheck({ node }) {
  const [, major, minor] = /^>=(\d+)\.(\d+)\.0$/.exec(node);
  return `"use strict";
var nodeVersion = process.versions.node.split(".");
if (+nodeVersion[0] < ${major} || (+nodeVersion[0] === ${major} && +nodeVersion[1] < ${minor})) {
  console.error("promptctl needs Node.js ${major}.${minor} or later; this is " + process.versions.node + ".");
  process.exitCode = 1;
  return;
}`;
}
