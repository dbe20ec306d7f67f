// The table of formats that promptctl import reads.
import type { Importer } from "./convert/imported.ts";
import { importAnthropic } from "./anthropic.ts";
import { importGithub } from "./github.ts";
import { importLangfuse } from "./langfuse.ts";
import { importPromptfoo } from "./promptfoo/promptfoo.ts";
import { importOpenaiChat } from "./openai/openai-chat.ts";
import { importOpenai } from "./openai/openai.ts";
import { importTexts } from "./text/text.ts";
import { importTools } from "./tools.ts";

/** By the name of the format. */
export const importers: Readonly<Record<string, Importer>> = {
  openai: importOpenai,
  "openai-chat": importOpenaiChat,
  anthropic: importAnthropic,
  promptfoo: importPromptfoo,
  github: importGithub,
  langfuse: importLangfuse,
  text: importTexts,
  tools: importTools,
};
