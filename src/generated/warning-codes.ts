// Generated from docs/diagnostics.md by `npm run generate`. Do not edit.

/** The codes that a comment can ignore. */
export const warningCodes: readonly string[] = [
  "include-changed",
  "invalid-json-schema",
  "parameters-not-object",
  "unknown-called-tool",
  "unknown-argument",
  "missing-variable",
  "empty-targets",
  "unused-variable",
  "unused-declaration",
  "undeclared-variable",
  "other-template",
  "invalid-json-path",
  "json-path-on-text",
  "no-assertions",
  "zero-weights",
  "ignored-setting",
  "misplaced-block",
  "result-without-call",
  "invalid-base64",
  "media-type",
  "truth-word",
  "invisible-character",
  "carriage-return",
  "secret",
  "unknown-code"
];
