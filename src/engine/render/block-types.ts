// The types of content blocks in messages.

/** The block types that both providers accept, by role. A tool message is sent as the user's. */
export const blockTypesByRole: { readonly [role: string]: readonly string[] } = {
  system: ["TEXT"],
  user: ["TEXT", "IMAGE_BASE64", "TOOL_RESULT"],
  tool: ["TEXT", "IMAGE_BASE64", "TOOL_RESULT"],
  assistant: ["TEXT", "TOOL_CALL"],
};
