// Outputs about what waits for another environment: plan, apply and status.
import type { Fetch } from "../../../../src/engine/model/ports.ts";
import type { OutputCase } from "../check-outputs.ts";
import {
  type Body,
  createFixture,
  type Fixture,
  type ProjectFiles,
  prompt,
  readOnlyService,
  remotePrompt,
  tool,
  visibleOutput,
} from "../fixture.ts";

/** Those of promptctl.yaml. */
export const environments = { staging: {}, production: { after: "staging" } };

const env = {
  PATH: process.env["PATH"],
  PROMPTCTL_BASE_URL_STAGING: "https://staging.example",
  PROMPTCTL_BASE_URL_PRODUCTION: "https://production.example",
  PROMPTCTL_API_KEY_STAGING: "staging-key",
  PROMPTCTL_API_KEY_PRODUCTION: "production-key",
};

/** A project with these environments, and their services. */
export function createPromotion(
  files: ProjectFiles,
  { staging, production }: { readonly staging: Fetch; readonly production: Fetch },
): Fixture {
  const fixture = createFixture(files, (url, init) =>
    url.startsWith("https://staging.") ? staging(url, init) : production(url, init),
  );
  return { ...fixture, run: (args, more) => fixture.run(args, { env, ...more }) };
}

export const promotionOutputs: readonly OutputCase[] = [
  {
    title: "what waits for staging, in plan, apply and status",
    patterns: [
      /Held back: /,
      /create tool\/.*: staging does not have it/,
      /create prompt\/.*: changed on staging/,
      /delete prompt\/.*: staging still has it/,
      /Not promoted: /,
      /waiting for staging/,
    ],
    print: async (texts) => {
      const names = texts.map((text, index) => `${text}${index}`);
      const old = names.map((name) => remotePrompt(`id-${name}`, `${name}-old`));
      const held = names.map((name) => remotePrompt(`id2-${name}`, name));
      const files = {
        "promptctl.yaml": [{ definitions: "prompts", environments }],
        "prompts/x.yaml": names.flatMap((name, index): Body[] => [
          tool(name, index),
          prompt(name, index % 2 === 0 ? { tools: [name] } : {}),
        ]),
      };
      const staging = readOnlyService({ prompts: [...old, ...held] });
      const production = readOnlyService({ prompts: old });
      await using fixture = createPromotion(files, { staging, production });
      fixture.commitAfter({ "prompts/x.yaml": names.map((name) => prompt(`${name}-old`)) });
      const flags = ["--env", "production", "--prune", "--allow-mass-delete"];
      return visibleOutput(
        await fixture.run(["plan", "--full", ...flags]),
        await fixture.run(["plan", "--allow-unpromoted", ...flags]),
        await fixture.run(["apply", "--auto-approve", ...flags]),
        await fixture.run(["status"]),
      );
    },
  },
  {
    title: "what waits for staging, as Markdown",
    patterns: [/\*\*Held back:\*\* /],
    allowsOwnLines: true,
    print: async (texts) => {
      const files = {
        "promptctl.yaml": [{ definitions: "prompts", environments }],
        "prompts/x.yaml": texts.map((text, index) => prompt(`${text}${index}`)),
      };
      const empty = readOnlyService({});
      await using fixture = createPromotion(files, { staging: empty, production: empty });
      return visibleOutput(
        await fixture.run(["plan", "--env", "production", "--format", "markdown"]),
      );
    },
  },
];
