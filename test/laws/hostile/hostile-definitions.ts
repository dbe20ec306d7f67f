// Definitions with a hostile text in each place that can hold one.
import { type Body, evaluation, prompt, tool } from "./fixture.ts";

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
