// Definitions with a hostile text in every field that can hold one.
import { type Body, evaluation, prompt, tool } from "./fixture.ts";

/** Returns a tool and a prompt with an evaluation per text. */
export const hostileDefinitions = (texts: readonly string[]): Body[] =>
  texts.flatMap((text, index) => [
    tool(`${text}${index}`, index, {
      description: text,
      parameters: { properties: { [text]: { description: text } } },
    }),
    prompt(`${text}${index}`, {
      tools: [`${text}${index}`],
      messages: [{ role: "user", content: text }],
      evaluations: [
        evaluation(text, {
          variables: { [text]: text },
          assertions: [{ type: "EXACT_MATCH", targetValue: text }],
        }),
      ],
    }),
  ]);
