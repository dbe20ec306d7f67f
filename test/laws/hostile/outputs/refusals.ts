// Outputs of refusals: each code of src/engine/refusals/refusals.ts, printed by plan, apply and ids.
import { expect } from "vitest";
import type { Fetch } from "../../../../src/engine/model/ports.ts";
import type { OutputCase } from "../check-outputs.ts";
import {
  serviceUrl,
  type Body,
  type Fixture,
  evaluation,
  type ProjectFiles,
  type RemoteLists,
  readOnlyService,
  prompt,
  remotePrompt,
  createFixture,
  visibleOutput,
  tool,
} from "../fixture.ts";
import { createPromotion, environments } from "./promotion.ts";
import { runTestGit } from "../../../io/repository.ts";
import { defaultAndSyntax } from "../hostile-texts.ts";

interface Case {
  readonly code: string;
  readonly message: RegExp;
  readonly args?: readonly string[];
  /** With `conflicts: refuse`: makes the project a git repository, or leaves it without one. */
  readonly prepareConflict?: (fixture: Fixture, texts: readonly string[]) => void;
  /** What staging answers, with a project whose production comes after it. */
  /** What the service sends with each response. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly staging?: (texts: readonly string[]) => Fetch;
  readonly projectOf: (
    text: string,
    index: number,
  ) => {
    readonly documents?: readonly Body[];
    readonly pins?: Readonly<Record<string, string>>;
    readonly lists?: RemoteLists;
  };
}

const userMessage = (content: string): Body => ({
  messages: [{ role: "user", content: [{ type: "TEXT", text: content }] }],
});

const withExtra = (extra: unknown): Body => ({
  parameters: { provider: "OPENAI", name: "gpt-5", options: { extra } },
});

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

/** A prompt that the service has with another message. */
function updatedPrompt(text: string, index: number): ReturnType<Case["projectOf"]> {
  return {
    documents: [prompt(`${text}${index}`)],
    lists: {
      prompts: [remotePrompt(`p${index}`, `${text}${index}`, userMessage("held"))],
    },
  };
}

/** Commits prompts, their renames, and other prompts with the old names. */
function reuseNames(first: Body, last: Body): NonNullable<Case["prepareConflict"]> {
  return (fixture, texts) => {
    const git = (...words: string[]): string => runTestGit(words, fixture.folder.path);
    const commit = (documents: readonly Body[]): void => {
      fixture.write({ "prompts/x.yaml": documents });
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", "change");
    };
    const names = texts.map((text, index) => `${text}${index}`);
    const renamed = (name: string): string => `renamed ${name}`;
    fixture.commitAfter({});
    commit(names.map((name) => prompt(name, first)));
    commit(names.map((name) => prompt(renamed(name), { ...first, renamedFrom: [name] })));
    commit([
      ...names.map((name) => prompt(renamed(name), first)),
      ...names.map((name) => prompt(name, last)),
    ]);
  };
}

const cases: readonly Case[] = [
  {
    code: "pin-twice",
    message: /are both pinned to /,
    projectOf: (text, index) => ({
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
    message: /which the service does not have/,
    projectOf: (text, index) => ({
      documents: [prompt(`${text}${index}`)],
      pins: { [`prompt/${text}${index}`]: text },
    }),
  },
  {
    code: "pin-and-name",
    message: /but that prompt is named "/,
    projectOf: (text, index) => ({
      documents: [prompt(`${text}a${index}`), prompt(`${text}b${index}`)],
      pins: { [`prompt/${text}a${index}`]: `${text}${index}` },
      lists: { prompts: [remotePrompt(`${text}${index}`, `${text}b${index}`)] },
    }),
  },
  {
    code: "ambiguous-name",
    message: /The name does not identify /,
    projectOf: (text, index) => ({
      documents: [prompt(`${text}${index}`)],
      lists: {
        prompts: [
          remotePrompt(`${text}a${index}`, `${text}${index}`),
          remotePrompt(`${text}b${index}`, `${text}${index}`, userMessage("Other")),
        ],
      },
    }),
  },
  {
    code: "ambiguous-rename",
    message: /renamedFrom does not identify which one becomes /,
    projectOf: (text, index) => ({
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
    code: "similar-name",
    message: /A service that changes names as it stores them/,
    projectOf: (text, index) => ({
      documents: [prompt(`${text}A${index}`)],
      lists: { prompts: [remotePrompt(`${text}${index}`, `${text}a${index}`)] },
    }),
  },
  {
    code: "external-absent",
    message: /is external, but the service has no /,
    projectOf: (text, index) => ({
      documents: [{ kind: "prompt", name: `${text}${index}`, external: true }],
    }),
  },
  {
    code: "duplicate",
    message: /The service has duplicates named "/,
    projectOf: (text, index) => ({
      documents: [prompt(`${text}${index}`)],
      lists: {
        prompts: [
          remotePrompt(`${text}a${index}`, `${text}${index}`, userMessage("Other")),
          remotePrompt(`${text}b${index}`, `${text}${index}`, userMessage("Other")),
        ],
      },
    }),
  },
  {
    code: "not-understood",
    message: /has values that this version does not support/,
    projectOf: (text, index) => ({
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
    message: /1 child has a type that this version does not support/,
    projectOf: (text, index) => ({
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
    message: /which is excluded and does not exist/,
    args: ["--exclude", "tool/*"],
    projectOf: (text, index) => ({
      documents: [
        tool(`${text}${index}`, index),
        prompt(`${text}${index}`, { tools: [`${text}${index}`] }),
      ],
    }),
  },
  {
    code: "mass-delete",
    message: /The plan would delete all /,
    args: ["--prune"],
    projectOf: (text, index) => ({
      documents: index === 0 ? [prompt("P")] : [],
      lists: { prompts: [remotePrompt(`${text}${index}`, `${text}${index}`)] },
    }),
  },
  {
    code: "nothing-loaded",
    message: /No definitions were loaded, and /,
    args: ["--prune"],
    projectOf: (text, index) => ({
      lists: { prompts: [remotePrompt(`${text}${index}`, `${text}${index}`)] },
    }),
  },
  {
    code: "changed-on-service",
    message: /changed on the service, or applied from a commit that is not here/,
    prepareConflict: (fixture) => fixture.commitAfter({}),
    projectOf: updatedPrompt,
  },
  {
    code: "held-by-other-ref",
    message: /that HEAD does not contain/,
    prepareConflict: (fixture, texts) => {
      const git = (...words: string[]): string => runTestGit(words, fixture.folder.path);
      const changed = texts.map((text, index) => prompt(`${text}${index}`));
      const held = texts.map((text, index) => prompt(`${text}${index}`, userMessage("held")));
      fixture.commitAfter({});
      git("checkout", "-q", "-b", "other");
      fixture.write({ "prompts/x.yaml": held });
      git("commit", "-q", "-a", "-m", "held");
      git("checkout", "-q", "-");
      fixture.write({ "prompts/x.yaml": changed });
    },
    projectOf: updatedPrompt,
  },
  {
    code: "renamed-content",
    message: /whose content is no version of /,
    prepareConflict: (fixture) => fixture.commitAfter({}),
    projectOf: (text, index) => ({
      documents: [prompt(`${text}new${index}`, { renamedFrom: [`${text}${index}`] })],
      lists: { prompts: [remotePrompt(`p${index}`, `${text}${index}`)] },
    }),
  },
  {
    code: "renamed-before-reuse",
    message: /as it was before [0-9a-f]{7} renamed it to /,
    prepareConflict: reuseNames(userMessage("held"), {}),
    projectOf: updatedPrompt,
  },
  {
    code: "renamed-before-reuse",
    message: /The service has another prompt with this name /,
    args: ["--ref", "HEAD~2"],
    prepareConflict: reuseNames({}, userMessage("held")),
    projectOf: updatedPrompt,
  },
  {
    code: "too-large",
    message: /takes at most /,
    headers: { "promptctl-max-body-bytes": "100" },
    projectOf: (text, index) => ({
      documents: [prompt(`${text}${index}`, userMessage("x".repeat(100)))],
    }),
  },
  {
    code: "too-large",
    message: /has more than 200 levels of objects and lists, /,
    headers: {
      "promptctl-max-body-bytes": "16777216",
      "promptctl-extensions": "model-options",
    },
    projectOf: (text, index) => ({
      documents: [prompt(`${text}${index}`, withExtra(nested(201)))],
    }),
  },
  {
    code: "not-kept",
    message: /does not keep parameters\.options: /,
    projectOf: (text, index) => ({
      documents: [prompt(`${text}${index}`, withExtra({ [`key${text}`]: text }))],
    }),
  },
  {
    code: "unknown-version",
    message: /It is not known which version of /,
    prepareConflict: () => {},
    projectOf: updatedPrompt,
  },
  {
    code: "promotion-unknown",
    message: /It is not known what staging holds, so all \d+ changes wait: /,
    args: ["--env", "production"],
    staging: (texts) => async () =>
      Response.json({ error: texts.join(""), message: texts.join("") }, { status: 403 }),
    projectOf: (text, index) => ({ documents: [prompt(`${text}${index}`)] }),
  },
  {
    code: "uncommitted-definitions",
    message: /conflicts: refuse requires committed definitions/,
    prepareConflict: (fixture, texts) => {
      fixture.commitAfter({});
      fixture.write({
        "prompts/x.yaml": texts.map((text, index) => prompt(`${text}${index}`, userMessage("x"))),
      });
    },
    projectOf: updatedPrompt,
  },
];

export const refusalOutputs: readonly OutputCase[] = cases.map(
  ({ code, message, args = [], prepareConflict, headers, staging, projectOf }): OutputCase => ({
    title: `the refusal ${code} (${message.source.trim()})`,
    patterns: [/^Refused: /m, message],
    ...(code.startsWith("pin") && { categories: defaultAndSyntax }),
    print: async (texts) => {
      const all = texts.map(projectOf);
      const together = (list: keyof RemoteLists): readonly Body[] =>
        all.flatMap(({ lists = {} }) => lists[list] ?? []);
      const lists = {
        prompts: together("prompts"),
        evaluations: together("evaluations"),
        "evaluation-assertions": together("evaluation-assertions"),
      };
      const fetch = readOnlyService(lists, headers);
      const pins = Object.fromEntries(all.flatMap(({ pins: own = {} }) => Object.entries(own)));
      const files: ProjectFiles = {
        "promptctl.yaml": [
          {
            definitions: "prompts",
            pins: { [serviceUrl]: pins },
            ...(prepareConflict && { conflicts: "refuse" }),
            ...(staging && { environments }),
          },
        ],
        "prompts/x.yaml": all.flatMap(({ documents = [] }) => documents),
      };
      await using fixture = staging
        ? createPromotion(files, { staging: staging(texts), production: fetch })
        : createFixture(files, fetch);
      prepareConflict?.(fixture, texts);
      if (args.includes("--prune"))
        fixture.commitAfter({
          "prompts/x.yaml": texts.map((text, index) => prompt(`${text}${index}`)),
        });
      const planned = await fixture.run(["plan", ...args]);
      const applied = await fixture.run(["apply", "--auto-approve", ...args]);
      const listed =
        args.length === 0 ? [await fixture.run(["codegen", "--out", "prompts.json", "--ids"])] : [];
      const json = await fixture.run(["plan", "--json", ...args]);
      expect(json.out).toContain(`"code": "${code}"`);
      expect(applied.code).toBe(4);
      return visibleOutput(planned, applied, ...listed);
    },
  }),
);

/** The number of cases. */
export const refusalCaseCount: number = cases.length;
