// The rule about the prompts that judge replies for checks.
import { didYouMean } from "../text/did-you-mean.ts";
import type { Finding } from "../model/diagnostic.ts";
import { objectOf } from "../model/json.ts";
import { addressOf, nameOf } from "../model/resource.ts";
import type { RuleProject, Subject } from "./rule.ts";

/** Checks whose judge does not exist, cannot be rendered here, or cannot see what it must judge. */
export function judges({ definition: { parent, spec } }: Subject, project: RuleProject): Finding[] {
  const { prompt: key, question } = spec;
  if (typeof question !== "string" || typeof key !== "string") return [];
  const judge = project.find(addressOf("prompt", key));
  const found = judge
    ? problemOf(judge, project.find(parent), project)
    : project.isIncomplete("prompt")
      ? undefined
      : missing(key, project);
  return found ? [{ code: "invalid-judge", path: ["prompt"], ...found }] : [];
}

type Problem = Pick<Finding, "message" | "hint">;

function missing(key: string, project: RuleProject): Problem {
  const all = project.all("prompt").map(({ definition }) => definition);
  const named = all.filter(({ name }) => name === key).map(({ address }) => nameOf(address));
  if (named.length > 0)
    return {
      message: `No prompt has the key "${key}"; ${named.length === 1 ? "one has" : "several have"} this name.`,
      hint: `Write the key: ${named.join(", ")}.`,
    };
  const keys = all.map(({ address }) => nameOf(address));
  return { message: `Unknown prompt "${key}".`, hint: didYouMean(key, keys) };
}

/** What makes a prompt no judge of the replies of an evaluation. */
function problemOf(
  subject: Subject,
  evaluation: Subject | undefined,
  project: RuleProject,
): Problem | undefined {
  const { address, external } = subject.definition;
  const judge = `The judge "${nameOf(address)}"`;
  if (external)
    return { message: `${judge} is external, so the files do not contain its messages.` };
  if (project.references(subject).length > 0)
    return { message: `${judge} has tools. A judge answers with text.`, hint: "Remove them." };
  const used = [...project.messages.get(address)!.names.keys()];
  const unseen = ["reply", "question"].filter((name) => !used.includes(name));
  if (unseen.length > 0)
    return {
      message: `The messages of ${judge.replace("The", "the")} do not use {{${unseen.join("}} and {{")}}}.`,
      hint: "A judge gets the reply as {{reply}} and the questions as {{question}}.",
    };
  const given = Object.keys(objectOf(evaluation?.definition.spec["variables"]));
  const lacking = used.find((name) => !["reply", "question", ...given].includes(name));
  if (lacking === undefined || !evaluation) return undefined;
  return {
    message: `${judge} uses {{${lacking}}}, but this evaluation has no value for it.`,
    hint: `A judge gets {{reply}}, {{question}} and the variables of the evaluation.`,
  };
}
