// System messages after other messages. A provider with a field of its own for system texts gets all of them
// before the conversation.

/** The positions of the system messages that come after messages of other roles. */
export function movedSystemMessages(messages: readonly { readonly role?: unknown }[]): number[] {
  const first = messages.findIndex(({ role }) => role !== "system");
  return messages.flatMap(({ role }, index) =>
    role === "system" && first !== -1 && index > first ? index : [],
  );
}
