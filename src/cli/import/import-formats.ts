// The formats of promptctl import. A list of its own, so that the command table loads no importer.

/** The formats of other tools, and `cases` for a table. */
export const importFormats = [
  "cases",
  "openai",
  "openai-chat",
  "anthropic",
  "promptfoo",
  "github",
  "langfuse",
] as const;

/** The formats of requests, whose texts have no placeholders unless the user names a syntax. */
export const requestFormats: readonly string[] = ["openai-chat", "anthropic"];

/** The values of --placeholders. */
export const placeholderSyntaxes = ["double-braces", "single-braces", "dollar-braces"] as const;
