// Warnings about evaluations that always pass or fail, and about variables that do not match the texts.
import { didYouMean } from "../model/diagnostic.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import type { Checked, Finding, Subject } from "./rule.ts";
import { messagesIn, placeholderOf } from "./texts.ts";

/** Evaluations without assertions, which always pass. */
export function missingAssertions(project: Checked): Finding[] {
  return project.all("evaluation").flatMap(({ definition: { address } }) => {
    if (project.children("assertion", address).length > 0 || project.isIncomplete("assertion"))
      return [];
    return [
      {
        code: "no-assertions",
        address,
        path: [],
        message: "This evaluation has no assertions, so it does not check the reply.",
        hint: "Add assertions, for example { type: LATENCY, targetThreshold: 5000 }.",
      },
    ];
  });
}

/** Evaluations whose weights are all 0, and therefore never reach a threshold above 0. */
export function zeroWeights(project: Checked): Finding[] {
  return project.all("evaluation").flatMap(({ definition: { address, spec } }) => {
    const assertions = project.children("assertion", address);
    const isZero = (each: Subject): boolean => each.definition.spec["weight"] === 0;
    if (assertions.length === 0 || !assertions.every(isZero) || !(Number(spec["threshold"]) > 0))
      return [];
    if (project.isIncomplete("assertion")) return [];
    return [
      {
        code: "zero-weights",
        address,
        path: ["threshold"],
        message: `All assertions have the weight 0, so the threshold ${String(spec["threshold"])} is never reached.`,
        hint: "Give at least one assertion a weight above 0.",
      },
    ];
  });
}

/** Variables that the messages use and an evaluation does not define, and vice versa. */
export function evaluationVariables(project: Checked): Finding[] {
  return project.all("evaluation").flatMap(({ definition: { address, parent, spec } }) => {
    const prompt = project.find(parent);
    if (!prompt || prompt.definition.external) return [];
    const { names, before } = messagesIn(project).get(address)!;
    const used = new Set([...(before?.names.keys() ?? []), ...names.keys()]);
    const given = Object.keys((spec["variables"] ?? {}) as JsonObject);
    const missing = [...used].filter((name) => !given.includes(name));
    const unused = given.filter((name) => !used.has(name));
    return [
      ...missing.map((name) => ({
        code: "missing-variable",
        address,
        path: ["variables"],
        message: `The messages use {{${name}}}, but this evaluation has no value for it: the run fails.`,
        hint: didYouMean(name, unused)
          ? `Rename "${closestOf(name, unused)}" to "${name}"?`
          : `Add ${name}: … to its variables.`,
      })),
      ...unused.map((name) => ({
        code: "unused-variable",
        address,
        path: ["variables", name],
        part: "key" as const,
        message: `The messages of "${prompt.definition.name}" do not use {{${name}}}.`,
        hint: didYouMean(name, missing),
      })),
    ];
  });
}

function closestOf(name: string, candidates: readonly string[]): string {
  return /"(.*)"/.exec(didYouMean(name, candidates) ?? "")?.[1] ?? "";
}

/** Variables that a prompt declares and its messages do not use, and vice versa. */
export function declaredVariables(project: Checked): Finding[] {
  return project.all("prompt").flatMap(({ definition: { address }, written }) => {
    const { variables } = written;
    if (!isObject(variables)) return [];
    const declared = Object.keys(variables);
    const messages = messagesIn(project);
    const used = messages.get(address)!.names;
    const usedLater = new Set(
      project
        .children("evaluation", address)
        .flatMap(({ definition }) => [...messages.get(definition.address)!.names.keys()]),
    );
    const undeclared = [...used].filter(([name]) => !declared.includes(name));
    const idle = declared.filter((name) => !used.has(name) && !usedLater.has(name));
    return [
      ...idle.map((name) => ({
        code: "unused-declaration",
        address,
        path: ["variables", name],
        part: "key" as const,
        message: `The messages do not use {{${name}}}.`,
        hint: didYouMean(
          name,
          undeclared.map(([each]) => each),
        ),
      })),
      ...undeclared.map(([name, text]) => ({
        code: "undeclared-variable",
        address,
        path: text.path,
        span: placeholderOf(name, text),
        message: `"variables" of this prompt does not declare ${name}.`,
        hint: didYouMean(name, idle) ?? `Add ${name} to it, with a description.`,
      })),
    ];
  });
}
