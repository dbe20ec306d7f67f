// Files of data in the folder of definitions, and selected files that include them.
import { expect, it } from "vitest";
import { loadTexts } from "../../fixtures/in-memory.ts";

const prompt = (file: string): string =>
  `kind: prompt\nname: Ask\nparameters:\n  provider: OPENAI\n  name: gpt-5.4\n  options: { responseSchema: { file: ${file} } }\nmessages: [{ role: user, content: Hi }]\n`;
const schema = "type: object\nproperties: { a: { type: string } }\n";
const tool = "kind: tool\nname: look\ndescription: Looks.\nparameters: { type: object }\n";

it("a YAML file that a definition includes as data needs no kind", async () => {
  const texts = { "a.yaml": prompt("s.yaml"), "s.yaml": schema };
  const { definitions, diagnostics } = await loadTexts(texts, { "s.yaml": schema });
  expect(diagnostics).toEqual([]);
  expect(definitions.map(({ address }) => address)).toEqual(["prompt/Ask"]);
});

it("a definition stays one also if another file includes it as data", async () => {
  const texts = { "a.yaml": prompt("t.yaml"), "t.yaml": tool };
  const { definitions } = await loadTexts(texts, { "t.yaml": tool });
  expect(definitions.map(({ address }) => address)).toEqual(["tool/look", "prompt/Ask"]);
});

it("a YAML file without kind that nothing includes is an error", async () => {
  const { diagnostics } = await loadTexts({ "s.yaml": schema });
  expect(diagnostics.map(({ code }) => code)).toContain("missing-key");
});
