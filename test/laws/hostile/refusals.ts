// Why a plan is not carried out: each code of src/engine/refusals.ts, as plan, apply and ids say it.
import { expect } from "vitest";
import type { Output } from "./matrix.ts";
import {
  serviceUrl,
  type Body,
  evaluation,
  type Files,
  type Lists,
  listing,
  prompt,
  remotePrompt,
  sceneOf,
  seen,
  tool,
} from "./fixture.ts";
import { withWords } from "./texts.ts";

interface Case {
  readonly code: string;
  readonly says: RegExp;
  readonly words?: readonly string[];
  readonly of: (
    text: string,
    index: number,
  ) => {
    readonly documents?: readonly Body[];
    readonly pins?: Readonly<Record<string, string>>;
    readonly lists?: Lists;
  };
}

const said = (content: string): Body => ({
  messages: [{ role: "user", content: [{ type: "TEXT", text: content }] }],
});

const cases: readonly Case[] = [
  {
    code: "pin-twice",
    says: /are both pinned to /,
    of: (text, index) => ({
      documents: [prompt(`${text}a${index}`), prompt(`${text}b${index}`)],
      pins: {
        [`prompt/${text}a${index}`]: `${text}${index}`,
        [`prompt/${text}b${index}`]: `${text}${index}`,
      },
      lists: { prompts: [remotePrompt(`${text}${index}`, `${text}c${index}`)] },
    }),
  },
  {
    code: "pin-absent",
    says: /which the service does not have/,
    of: (text, index) => ({
      documents: [prompt(`${text}${index}`)],
      pins: { [`prompt/${text}${index}`]: text },
    }),
  },
  {
    code: "pin-and-name",
    says: /but that prompt is named "/,
    of: (text, index) => ({
      documents: [prompt(`${text}a${index}`), prompt(`${text}b${index}`)],
      pins: { [`prompt/${text}a${index}`]: `${text}${index}` },
      lists: { prompts: [remotePrompt(`${text}${index}`, `${text}b${index}`)] },
    }),
  },
  {
    code: "ambiguous-name",
    says: /The name does not identify /,
    of: (text, index) => ({
      documents: [prompt(`${text}${index}`)],
      lists: {
        prompts: [
          remotePrompt(`${text}a${index}`, `${text}${index}`),
          remotePrompt(`${text}b${index}`, `${text}${index}`, said("Other")),
        ],
      },
    }),
  },
  {
    code: "ambiguous-rename",
    says: /renamedFrom does not identify which one becomes /,
    of: (text, index) => ({
      documents: [
        prompt(`${text}new${index}`, { renamedFrom: [`${text}a${index}`, `${text}b${index}`] }),
      ],
      lists: {
        prompts: [
          remotePrompt(`${text}1${index}`, `${text}a${index}`),
          remotePrompt(`${text}2${index}`, `${text}b${index}`),
        ],
      },
    }),
  },
  {
    code: "external-absent",
    says: /is external, but the service has no /,
    of: (text, index) => ({
      documents: [{ kind: "prompt", name: `${text}${index}`, external: true }],
    }),
  },
  {
    code: "double",
    says: /The service has duplicates named "/,
    of: (text, index) => ({
      documents: [prompt(`${text}${index}`)],
      lists: {
        prompts: [
          remotePrompt(`${text}a${index}`, `${text}${index}`, said("Other")),
          remotePrompt(`${text}b${index}`, `${text}${index}`, said("Other")),
        ],
      },
    }),
  },
  {
    code: "not-understood",
    says: /has values that this version does not support/,
    of: (text, index) => ({
      documents: [prompt(`${text}${index}`)],
      lists: {
        prompts: [
          remotePrompt(`${text}${index}`, `${text}${index}`, {
            parameters: { provider: text, name: text },
          }),
        ],
      },
    }),
  },
  {
    code: "not-understood",
    says: /1 child has a type that this version does not support/,
    of: (text, index) => ({
      documents: [
        prompt(`${text}${index}`, {
          evaluations: [
            evaluation(text, {
              variables: { a: "b" },
              assertions: [{ type: "COST", targetThreshold: 1 }],
            }),
          ],
        }),
      ],
      lists: {
        prompts: [remotePrompt(`p${index}`, `${text}${index}`)],
        evaluations: [
          {
            id: `${text}e${index}`,
            promptId: `p${index}`,
            variables: { a: "b" },
            appendedMessages: [],
            weight: 0.5,
          },
        ],
        "evaluation-assertions": [
          { id: `${text}x${index}`, evaluationId: `${text}e${index}`, type: text },
        ],
      },
    }),
  },
  {
    code: "needs-excluded",
    says: /which is excluded and does not exist/,
    words: ["--exclude", "tool/*"],
    of: (text, index) => ({
      documents: [
        tool(`${text}${index}`, index),
        prompt(`${text}${index}`, { tools: [`${text}${index}`] }),
      ],
    }),
  },
  {
    code: "mass-delete",
    says: /The plan would delete all /,
    words: ["--prune"],
    of: (text, index) => ({
      documents: index === 0 ? [prompt("P")] : [],
      lists: { prompts: [remotePrompt(`${text}${index}`, `${text}${index}`)] },
    }),
  },
  {
    code: "nothing-loaded",
    says: /No definitions were loaded, and /,
    words: ["--prune"],
    of: (text, index) => ({
      lists: { prompts: [remotePrompt(`${text}${index}`, `${text}${index}`)] },
    }),
  },
];

export const refusalOutputs: readonly Output[] = cases.map(
  ({ code, says, words = [], of }): Output => ({
    what: `the refusal ${code} (${says.source.trim()})`,
    shows: [/^Refused: /m, says],
    ...(code.startsWith("pin") && { sorts: withWords }),
    print: async (texts) => {
      const all = texts.map(of);
      const together = (list: keyof Lists): readonly Body[] =>
        all.flatMap(({ lists = {} }) => lists[list] ?? []);
      const fetch = listing({
        prompts: together("prompts"),
        evaluations: together("evaluations"),
        "evaluation-assertions": together("evaluation-assertions"),
      });
      const pins = Object.fromEntries(all.flatMap((each) => Object.entries(each.pins ?? {})));
      const files: Files = {
        "promptctl.yaml": [{ definitions: "prompts", pins: { [serviceUrl]: pins } }],
        "prompts/x.yaml": all.flatMap(({ documents = [] }) => documents),
      };
      await using scene = sceneOf(files, fetch);
      const planned = await scene.run(["plan", ...words]);
      const applied = await scene.run(["apply", "--auto-approve", ...words]);
      const listed = words.length === 0 ? [{ ...(await scene.run(["ids"])), out: "" }] : [];
      const json = await scene.run(["plan", "--json", ...words]);
      expect(json.out).toContain(`"code": "${code}"`);
      expect(applied.code).toBe(4);
      return seen(planned, applied, ...listed);
    },
  }),
);

/** How many refusals there are to show. */
export const refusalsShown: number = cases.length;
