// Which version of a prompt answers: that of the list of the service, an earlier one, or that of the bundle.
import type { BundledPrompt } from "../generated/types.ts";
import { failed, type Failure } from "../engine/model/failure.ts";
import { didYouMean } from "../engine/text/did-you-mean.ts";
import type { HeldPrompt } from "./prompt-content.ts";
import type { BundleEntries } from "./read-bundle.ts";
import { whyUnusable } from "./usable.ts";

/** What an application should hear of, though it gets an answer. */
export interface PromptsProblem {
  /**
   * `load-failed`: the list could not be loaded · `absent`: the service does not have a prompt of the bundle ·
   * `incompatible`: this application cannot use the version of the service · `duplicate-name`: several prompts
   * have the name.
   */
  readonly code: "load-failed" | "absent" | "incompatible" | "duplicate-name";
  /** In whole sentences. */
  readonly message: string;
}

/** The version of a prompt that answers. */
export interface ChosenVersion {
  /** On the service; undefined if it is not known. */
  readonly id: string | undefined;
  readonly content: BundledPrompt;
  readonly source: "service" | "bundle";
}

type Prompts = readonly HeldPrompt[];

interface ChooserOptions {
  readonly report: (problem: PromptsProblem) => void;
  /** Whether the prompts are also those of a service. */
  readonly hasService: boolean;
}

/**
 * Returns the function that chooses. It remembers the ids that were used and the versions that were usable.
 * Throws a Failure if no version answers.
 */
export function createChooser(
  bundle: BundleEntries,
  { report, hasService }: ChooserOptions,
): (key: string, list: Prompts | undefined) => ChosenVersion {
  const usedIds = new Map<string, string>();
  const lastUsable = new Map<string, HeldPrompt>();
  const reported = new Set<string>();
  const once = (problem: PromptsProblem): void => {
    if (reported.has(problem.message)) return;
    reported.add(problem.message);
    report(problem);
  };

  function find(key: string, list: Prompts): HeldPrompt | undefined {
    const { byId, byName } = indexOf(list);
    const entry = bundle.get(key);
    for (const id of [usedIds.get(key), entry?.id]) {
      const found = id === undefined ? undefined : byId.get(id);
      if (found) return found;
    }
    const name = entry?.content.name ?? key;
    const [first, ...others] = byName.get(name) ?? [];
    if (others.length > 0)
      once({
        code: "duplicate-name",
        message: `The service has ${others.length + 1} prompts with the name "${name}". The first in its list, ${first!.id}, is used.`,
      });
    return first;
  }

  function usable(key: string, held: HeldPrompt): HeldPrompt | undefined {
    const reason = whyUnusable(held, bundle.get(key)?.content);
    if (reason === undefined) {
      lastUsable.set(held.id, held);
      usedIds.set(key, held.id);
      return held;
    }
    const message = `The version of the prompt "${key}" on the service is not used. ${reason}`;
    once({ code: "incompatible", message });
    return lastUsable.get(held.id);
  }

  return (key, list) => {
    const entry = bundle.get(key);
    const held = list && find(key, list);
    const version = held && usable(key, held);
    if (version) return { id: version.id, content: version.content, source: "service" };
    if (list && !held && entry)
      once({
        code: "absent",
        message: `The service does not have the prompt "${key}". The version of the bundle is used.`,
      });
    if (entry) return { id: held?.id ?? entry.id, content: entry.content, source: "bundle" };
    if (held)
      throw failed(
        "incompatible-prompt",
        `The prompt "${key}" cannot be used. ${whyUnusable(held, undefined)}`,
      );
    throw unknownPrompt(key, { list, bundle, hasService });
  };
}

interface Known extends Pick<ChooserOptions, "hasService"> {
  readonly list: Prompts | undefined;
  readonly bundle: BundleEntries;
}

function unknownPrompt(key: string, { list, bundle, hasService }: Known): Failure {
  const isUnloaded = hasService && !list;
  const where = list ? "The service" : "The bundle";
  const names = [...bundle.keys(), ...(list ?? []).map(({ name }) => name)];
  return failed(
    isUnloaded ? "prompts-unavailable" : "unknown-prompt",
    isUnloaded
      ? `The prompt "${key}" is not known: the list of the service could not be loaded yet${bundle.size > 0 ? ", and the bundle does not have it" : ""}.`
      : `${where} has no prompt "${key}".`,
    didYouMean(key, names),
  );
}

interface ListIndex {
  readonly byId: ReadonlyMap<string, HeldPrompt>;
  readonly byName: ReadonlyMap<string, Prompts>;
}

const indexes = new WeakMap<Prompts, ListIndex>();

function indexOf(list: Prompts): ListIndex {
  const known = indexes.get(list);
  if (known) return known;
  const byName = new Map<string, HeldPrompt[]>();
  for (const each of list) byName.set(each.name, [...(byName.get(each.name) ?? []), each]);
  const index = { byId: new Map(list.map((each) => [each.id, each])), byName };
  indexes.set(list, index);
  return index;
}
