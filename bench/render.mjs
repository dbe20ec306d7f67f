// Measures createPrompts of the built package: a render of a prompt of 2 kB from memory, beside plain string
// replacement of the same texts. `npm run bench:render`
import { createPrompts } from "../dist/client/index.js";

const rounds = 20_000;
const repeats = 7;

const sentence = "Answer the customer in {{language}}, and name the order {{order}} of {{name}}. ";
const fewPlaceholders = sentence + "Be polite. ".repeat(180);
const manyPlaceholders = sentence.repeat(25);
const variables = { language: "French", order: "4711", name: "Ada" };
const parameters = { provider: "OPENAI", name: "gpt-4.1" };
/** The least time of one round of several repeats, in microseconds. */
async function microseconds(once) {
  let least = Infinity;
  for (let repeat = 0; repeat < repeats; repeat++) {
    const start = performance.now();
    for (let round = 0; round < rounds; round++) await once();
    least = Math.min(least, ((performance.now() - start) * 1000) / rounds);
  }
  return least;
}

for (const text of [fewPlaceholders, manyPlaceholders]) {
  const messages = [{ role: "user", content: [{ type: "TEXT", text }] }];
  const prompt = { id: "1", name: "Reply", parameters, tools: [], messages };
  const fetch = async () => Response.json([prompt]);
  const prompts = createPrompts({ baseUrl: "http://localhost", fetch, maxAgeSeconds: 3600 });
  const replaced = () =>
    text
      .replaceAll("{{language}}", variables.language)
      .replaceAll("{{order}}", variables.order)
      .replaceAll("{{name}}", variables.name);
  const { request } = await prompts.render("Reply", variables);
  if (request.messages[0].content !== replaced()) throw new Error("The texts differ.");
  const plain = await microseconds(async () => replaced());
  const render = await microseconds(() => prompts.render("Reply", variables));
  const [count, times] = [text.split("{{").length - 1, render / plain];
  process.stdout.write(
    `${count} placeholders: plain replacement ${plain.toFixed(1)} µs · render ${render.toFixed(1)} µs · ${times.toFixed(1)} times\n`,
  );
}
