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
  "text",
  "tools",
] as const;

/** The formats of requests, of which several can be one prompt. */
export const requestFormats: readonly string[] = ["openai-chat", "anthropic"];

/** The formats of tools without prompts. */
export const toolFormats: readonly string[] = ["tools"];

/** The formats whose placeholders the user can name: requests and texts. */
export const placeholderFormats: readonly string[] = [...requestFormats, "text"];

/** The values of --placeholders. */
export const placeholderSyntaxes = ["double-braces", "single-braces", "dollar-braces"] as const;
