// Warnings about the parameters of tools, and about tools and toolChoice of prompts that providers or models
// refuse.
import type { Finding } from "../model/diagnostic.ts";
import { isObject, type JsonObject, objectOf } from "../model/json.ts";
import { canStopReasoning, refusedBy } from "../providers/known-models.ts";
import { factsOf } from "../providers/provider-facts.ts";
import { didYouMean } from "../text/did-you-mean.ts";
import { oneOf } from "../text/word-lists.ts";
import { toolsOf } from "./assertion-rules.ts";
import { calledModel } from "./called-model.ts";
import type { Findings, RuleProject, Subject } from "./rule.ts";
import { schemaMistakes } from "../json-schema/schema-mistakes.ts";
import { hasRefusedType } from "./tool-schema-rules.ts";

/** Parameters that are not a valid JSON Schema (draft-07, as providers read it), or not of an object. */
export function toolParameters(subject: Subject, project: RuleProject): Findings {
  const { parameters } = subject.definition.spec;
  if (!isObject(parameters)) return [];
  const mistakes = schemaMistakes(parameters);
  if (mistakes.length > 0)
    return mistakes.map(({ path, what, hint }) => ({
      code: "invalid-json-schema",
      path: ["parameters", ...path],
      message: `"parameters" is not a valid JSON Schema: ${what}.`,
      hint: hint ?? "It is sent to the model unchanged, and providers refuse invalid schemas.",
    }));
  if (parameters["type"] === "object") return [];
  const hasType = parameters["type"] !== undefined;
  if (hasType && hasRefusedType(subject, project)) return [];
  return {
    code: "parameters-not-object",
    path: hasType ? ["parameters", "type"] : ["parameters"],
    message: hasType
      ? `"parameters" describes ${JSON.stringify(parameters["type"])}, but a tool takes an object.`
      : '"parameters" has no type: object, which providers require.',
    hint: "Add type: object, with the arguments under properties.",
  };
}

/** Tools and values of toolChoice that providers or models refuse. */
export function refusedTools(subject: Subject, project: RuleProject): Finding[] {
  const tools = toolsOf(project, subject);
  if (!tools) return [];
  const parameters = objectOf(subject.definition.spec["parameters"]);
  const names = tools.map(({ definition }) => String(definition.name));
  return [
    repeatedTools(names),
    tooManyTools(parameters, names),
    unknownChoice(parameters, names),
    refusedByModel(parameters, names),
  ].flat();
}

function repeatedTools(names: readonly string[]): Finding[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : {
          code: "refused-tools",
          path: ["tools", index],
          message: `Another tool of this prompt has the name "${name}": providers refuse it.`,
          hint: "Keep one of them.",
        },
  );
}

function tooManyTools({ provider }: JsonObject, { length }: readonly string[]): Findings {
  const { name, maxTools = Infinity } = factsOf(provider) ?? {};
  if (length <= maxTools) return [];
  return {
    code: "refused-tools",
    path: ["tools"],
    message: `The prompt has ${length} tools: ${name} refuses more than ${maxTools}.`,
    hint: "Remove the tools that the model does not need.",
  };
}

const choices = ["auto", "none", "required"];

function unknownChoice({ toolChoice }: JsonObject, names: readonly string[]): Findings {
  if (typeof toolChoice !== "string" || toolChoice === "") return [];
  if ([...choices, ...names].includes(toolChoice)) return [];
  const message = `The prompt has no tool "${toolChoice}": providers refuse this toolChoice.`;
  const hint = didYouMean(toolChoice, [...names, ...choices]);
  const path = ["parameters", "toolChoice"];
  return {
    code: "refused-tools",
    path,
    message,
    hint: hint ?? `Use ${oneOf([...choices, ...names])}.`,
  };
}

function refusedByModel(parameters: JsonObject, names: readonly string[]): Findings {
  const { provider, name, toolChoice } = parameters;
  const refused = refusedBy(provider, String(name));
  if (names.length === 0) return [];
  const isForced = toolChoice === "required" || names.includes(String(toolChoice));
  if (!isForced || !refused.has("forcedToolChoice")) return [];
  return {
    code: "refused-tools",
    path: ["parameters", "toolChoice"],
    message: `The model ${String(name)} refuses to be forced to call a tool.`,
    hint: "Use toolChoice: auto, and ask for the call in the messages.",
  };
}

const useResponses = "api: responses under parameters.options";

/** Tools that the model refuses in the Chat Completions API, or for which its reasoning is turned off. */
export function toolsInChat(subject: Subject, project: RuleProject): Findings {
  const called = calledModel(subject, project);
  if (!called || !toolsOf(project, subject)?.length) return [];
  const { provider, name, parameters, severity, effect } = called;
  const { api, reasoningEffort: effort } = objectOf(parameters["options"]);
  const refused = refusedBy(provider, name);
  const canStop = canStopReasoning(provider, name);
  if (api === "responses" || refused.has("chat") || (effort === "none" && canStop)) return [];
  const inChat = "in the Chat Completions API";
  const code = "refused-tools";
  if (refused.has("toolsInChat") && !canStop)
    return {
      code,
      severity,
      path: ["tools"],
      message: `The model ${name} refuses tools ${inChat}${effect}.`,
      hint: `Write ${useResponses}.`,
    };
  if (typeof effort === "string" && refused.has("toolsWithEffort"))
    return {
      code,
      severity,
      path: ["parameters", "options", "reasoningEffort"],
      message: `The model ${name} refuses tools with reasoningEffort: ${effort} ${inChat}${effect}.`,
      hint: `Write ${useResponses}, or reasoningEffort: none.`,
    };
  if (!refused.has("toolsInChat") || effort !== undefined) return [];
  return {
    code,
    severity: "warning",
    path: ["tools"],
    message: `The model ${name} refuses tools ${inChat} while it reasons.`,
    hint: `promptctl test and the embedded service turn its reasoning off. Check that your service does, or write ${useResponses}.`,
  };
}
