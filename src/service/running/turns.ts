// Messages as turns: what both providers share before each has its own shape.
// A tool message is the user's turn; neighbouring turns with tool results are one, because both
// providers want all results right after the calls.
import type {
  ImageBlock,
  Message,
  TextBlock,
  ToolCallBlock,
  ToolResultBlock,
} from "../../generated/types.ts";

export type Said = TextBlock | ImageBlock;

/** Who speaks, and what, sorted by what providers keep apart; the order stays within each list. */
export type Turn =
  | { readonly by: "system"; readonly texts: readonly TextBlock[] }
  | {
      readonly by: "user";
      readonly results: readonly ToolResultBlock[];
      readonly said: readonly Said[];
    }
  | { readonly by: "assistant"; readonly blocks: readonly (TextBlock | ToolCallBlock)[] };

/** The turns of messages whose blocks are where conversation.ts allows them. */
export function turnsOf(messages: readonly Message[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const turn of messages.map(turnOf)) {
    const last = turns.at(-1);
    const both =
      turn.by === "user" && last?.by === "user" && turn.results.length * last.results.length > 0;
    if (both)
      turns.splice(-1, 1, {
        by: "user",
        results: [...last.results, ...turn.results],
        said: [...last.said, ...turn.said],
      });
    else turns.push(turn);
  }
  return turns;
}

function turnOf({ role, content }: Message): Turn {
  switch (role) {
    case "system":
      return { by: "system", texts: content.filter((block) => block.type === "TEXT") };
    case "assistant":
      return {
        by: "assistant",
        blocks: content.filter((block) => block.type === "TEXT" || block.type === "TOOL_CALL"),
      };
    case "user":
    case "tool":
      return {
        by: "user",
        results: content.filter((block) => block.type === "TOOL_RESULT"),
        said: content.filter((block) => block.type === "TEXT" || block.type === "IMAGE_BASE64"),
      };
  }
}
