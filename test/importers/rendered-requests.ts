// The native requests that imported definitions render to, as `promptctl render` shows them.
import { yamlText } from "../../src/engine/edit/yaml-writer.ts";
import type { JsonObject } from "../../src/engine/model/json.ts";
import { renderMessages } from "../../src/engine/render/rendered-prompt.ts";
import type { Variables } from "../../src/engine/render/template.ts";
import type { Message, Prompt, Tool } from "../../src/generated/types.ts";
import { nativeRequest } from "../../src/providers/native-request.ts";
import { formatDiagnostic, loadTexts } from "../fixtures/in-memory.ts";

/** The body for the only prompt among the definitions, with the values of its evaluation. */
export async function renderedRequest(
  definitions: readonly JsonObject[],
  evaluation = 0,
): Promise<unknown> {
  const project = await loadTexts(definitions.map(yamlText).join("---\n"));
  const errors = project.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(formatDiagnostic).join("\n"));
  const specOf = (kind: string): JsonObject[] =>
    project.definitions.filter((each) => each.row.kind === kind).map(({ spec }) => spec);
  const [prompt] = specOf("prompt") as unknown as Prompt[];
  const test = specOf("evaluation")[evaluation];
  const variables = (test?.["variables"] ?? {}) as Variables;
  const appended = (test?.["appendedMessages"] ?? []) as unknown as readonly Message[];
  const tools = (prompt!.tools as unknown as string[]).map(
    (address) => project.definitions.find((each) => each.address === address)!.spec,
  );
  const messages: readonly Message[] = prompt!.messages;
  const rendered = renderMessages(
    [{ field: "messages", messages: [...messages, ...appended] }],
    variables,
  );
  if ("problem" in rendered) throw new Error(rendered.problem.message);
  const { body } = nativeRequest({
    prompt: { ...prompt!, tools: tools as unknown as Tool[] as Prompt["tools"] },
    messages: rendered.messages,
  });
  return JSON.parse(JSON.stringify(body));
}
