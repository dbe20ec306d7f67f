// Evaluations that say less than they seem to, and variables that do not fit the texts.
import { didYouMean } from "../model/diagnostic.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import type { Checked, Finding, Subject } from "./rule.ts";
import { messagesIn, placeholderOf } from "./texts.ts";

/** An evaluation without assertions passes whatever the prompt replies. */
export function missingAssertions(project: Checked): Finding[] {
  return project.all("evaluation").flatMap(({ definition: { address } }) => {
    if (project.children("assertion", address).length > 0 || project.mayHoldMore("assertion"))
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

/** Weights that are all 0 can never reach a threshold above 0. */
export function zeroWeights(project: Checked): Finding[] {
  return project.all("evaluation").flatMap(({ definition: { address, spec } }) => {
    const assertions = project.children("assertion", address);
    const isZero = (each: Subject): boolean => each.definition.spec["weight"] === 0;
    if (assertions.length === 0 || !assertions.every(isZero) || !(Number(spec["threshold"]) > 0))
      return [];
    if (project.mayHoldMore("assertion")) return [];
    return [
      {
        code: "zero-weights",
        address,
        path: ["threshold"],
        message: `All assertions weigh 0, so the threshold ${String(spec["threshold"])} is never reached.`,
        hint: "Give at least one assertion a weight above 0.",
      },
    ];
  });
}

/** Variables a prompt's messages use and an evaluation does not give, and the other way round. */
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
        message: `The messages use {{${name}}}, but this evaluation gives it no value: the run fails.`,
        hint: didYouMean(name, unused)
          ? `"${name}" may be what "${closestOf(name, unused)}" here is meant to be.`
          : `Add ${name}: … to its variables.`,
      })),
      ...unused.map((name) => ({
        code: "unused-variable",
        address,
        path: ["variables", name],
        part: "key" as const,
        message: `The messages of "${prompt.definition.name}" use no {{${name}}}.`,
        hint: didYouMean(name, missing),
      })),
    ];
  });
}

function closestOf(name: string, candidates: readonly string[]): string {
  return /"(.*)"/.exec(didYouMean(name, candidates) ?? "")?.[1] ?? "";
}

/** What a prompt says its messages expect, beside what they use. */
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
        message: `The messages use no {{${name}}}.`,
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
        message: `"variables" of this prompt does not name ${name}.`,
        hint: didYouMean(name, idle) ?? `Add ${name} to it, with what it stands for.`,
      })),
    ];
  });
}
