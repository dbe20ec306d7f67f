// What the build bundles in place of prettier: a function that is never called.
export const format = undefined;
