// Projects and services in memory: what the tests of the pure part are written with.
// Reading real files is left to the tests of io; talking to a service to the contract tests.
import { posix } from "node:path";
import { expect } from "vitest";
import { grammars } from "../../src/cli/grammars.ts";
import type { Diagnostic } from "../../src/engine/diagnostic.ts";
import { type Included, wantedKey } from "../../src/engine/include.ts";
import type { JsonObject } from "../../src/engine/json.ts";
import type { Plan } from "../../src/engine/plan.ts";
import type { DefinitionFiles, Reader } from "../../src/engine/ports.ts";
import { kinds } from "../../src/kinds.ts";
import { load, type Project } from "../../src/sync/load.ts";
import { makePlan, type PlanOptions } from "../../src/sync/plan.ts";

/** Path → text. One text alone is the file `a.yaml`. */
export type Texts = string | { readonly [path: string]: string };

/** Definition files that only exist here. `included` are files that `{ file }` may name. */
function filesOf(
  texts: Texts,
  included: { readonly [path: string]: string } = {},
): DefinitionFiles {
  const table = typeof texts === "string" ? { "a.yaml": texts } : texts;
  return {
    read: async () => ({
      files: Object.entries(table).map(([path, text]) => ({ path, text })),
      diagnostics: [],
    }),
    include: async (wanted) =>
      new Map(
        wanted.map((each): [string, Included] => {
          const path = posix.normalize(posix.join(posix.dirname(each.from), each.file));
          const text = included[path];
          if (text === undefined)
            return [wantedKey(each), { problem: `There is no file ${path}.` }];
          const bytes = Buffer.from(text, "utf8");
          return [
            wantedKey(each),
            { path, text: each.form === "base64" ? bytes.toString("base64") : text },
          ];
        }),
      ),
  };
}

/** The project these texts are. */
export function loadTexts(
  texts: Texts,
  included?: { readonly [path: string]: string },
): Promise<Project> {
  return load(kinds, grammars, filesOf(texts, included));
}

/** A mistake as one text: `error code a.yaml:1:2` and its words beneath, the hint behind an arrow. */
export function said({ severity, code, place, message, hint }: Diagnostic): string {
  const head = `${severity} ${code} ${place.file}:${place.line}:${place.column}`;
  return [head, message, ...(hint === undefined ? [] : [`→ ${hint}`])].join("\n");
}

/** What a service holds, by kind; kinds left out are empty. */
export interface Held {
  readonly tools?: readonly JsonObject[];
  readonly prompts?: readonly JsonObject[];
  readonly evaluations?: readonly JsonObject[];
  readonly assertions?: readonly JsonObject[];
}

/** A service that can only be read; `asked` gets every kind that is listed. */
function readerOf(held: Held, asked: string[] = []): Reader {
  const lists: { readonly [kind: string]: readonly JsonObject[] } = {
    tool: held.tools ?? [],
    prompt: held.prompts ?? [],
    evaluation: held.evaluations ?? [],
    assertion: held.assertions ?? [],
  };
  return {
    baseUrl,
    list: async (kind) => {
      asked.push(kind);
      return lists[kind] ?? [];
    },
    get: () => Promise.reject(new Error("plan asks for lists only")),
  };
}

export const baseUrl = "https://prompts.test";

const options: PlanOptions = {
  target: [],
  exclude: [],
  prune: false,
  scope: ["*"],
  maxDeletePercent: 30,
  allowMassDelete: true,
  pins: {},
  capabilities: { evaluationUpdate: false, evaluationDeleteCascades: false },
  notes: [],
  unfinished: [],
};

export interface PlanGiven extends Partial<PlanOptions> {
  readonly asked?: string[];
  readonly included?: { readonly [path: string]: string };
}

/** The plan of these texts for a service that holds this. Mistakes in the texts fail the test. */
export async function planOf(texts: Texts, held: Held, given: PlanGiven = {}): Promise<Plan> {
  const { asked, included, ...rest } = given;
  const files = filesOf(texts, included);
  const reader = async (): Promise<Reader> => readerOf(held, asked);
  const planned = await makePlan(kinds, grammars, files, reader, { ...options, ...rest });
  expect(planned.project.diagnostics.map(said)).toEqual([]);
  return planned.plan!;
}

/** A plan in short: a line per change, refusal and unmanaged thing. */
export function inShort(plan: Plan): string[] {
  return [
    ...plan.changes.map(
      (each) => `${each.action} ${each.address}${"id" in each ? ` ${each.id}` : ""}`,
    ),
    ...plan.refusals.map((each) => `refused ${each.code} ${each.addresses.join(", ")}`),
    ...plan.unmanaged.map(({ kind, name, parent, id, reason }) => {
      const which = [kind, name, parent, id].filter((each) => each !== undefined && each !== "");
      return `unmanaged ${which.join(" ")}: ${reason}`;
    }),
  ];
}

/** What the plan would change, as `address path`. */
export async function differences(
  texts: Texts,
  held: Held,
  included: { readonly [path: string]: string } = {},
): Promise<string[]> {
  const plan = await planOf(texts, held, {
    included,
    capabilities: { evaluationUpdate: true, evaluationDeleteCascades: false },
  });
  return plan.changes.flatMap((each) =>
    each.action === "update"
      ? each.edits.map((edit) => `${each.address} ${edit.op} ${edit.path}`)
      : [`${each.action} ${each.address}`],
  );
}
