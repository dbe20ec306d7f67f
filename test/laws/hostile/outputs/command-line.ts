// Outputs that repeat arguments, environment variables and configuration: base URLs, folders,
// patterns and variables in questions, refusals and usage errors.
import { type HostOptions, serviceEnv as keyed } from "../../../cli/fake-host.ts";
import type { OutputCase } from "../check-outputs.ts";
import {
  prompt,
  remotePrompt,
  readOnlyService,
  createFixture,
  visibleOutput,
  type Fixture,
  type Body,
} from "../fixture.ts";

/** Returns the output of each command. */
async function runAll(
  fixture: Fixture,
  runs: readonly (readonly string[])[],
  more?: Partial<HostOptions>,
): Promise<string> {
  const printed: string[] = [];
  for (const args of runs) printed.push(visibleOutput(await fixture.run(args, more)));
  return printed.join("\n");
}

const project = { "prompts/x.yaml": [prompt("P")] };

/** Returns URLs with a text in each part that can have one. */
const baseUrls = (text: string): string[] => [
  text,
  `https://evil.example/${text}`,
  `http://evil.example/${text}`,
  `https://${text}@evil.example`,
];

export const commandLineOutputs: readonly OutputCase[] = [
  {
    title: "patterns without a match",
    patterns: [/No definition matches "/],
    print: async (texts) => {
      await using fixture = createFixture(project);
      const runs = texts.flatMap((text) => [
        ["plan", `--target=${text}`],
        ["plan", `--exclude=x/${text}`],
        ["graph", `--target=${text}`],
      ]);
      return await runAll(fixture, runs);
    },
  },
  {
    title: "commands, flags and values that do not exist",
    patterns: [
      /Unknown command '/,
      /Unknown option '/,
      /is invalid\./,
      /Unknown diagnostic code "/,
      /Unknown schema "/,
    ],
    print: async (texts) => {
      await using fixture = createFixture(project);
      const runs = texts.flatMap((text) => [
        [`x${text}`],
        [`x\n${text}`],
        ["plan", `--x${text}`],
        ["plan", `--timeout=${text}`],
        ["apply", `--concurrency=${text}`],
        ["graph", `--format=${text}`],
        ["serve", `--port=${text}`],
        ["validate", `--format=${text}`],
        ["validate", `--explain=${text}`],
        ["schema", `x${text}`],
      ]);
      return await runAll(fixture, runs);
    },
  },
  {
    title: "missing folders and files",
    patterns: [/No such folder: /, /There is no file /, /Cannot write the trace file /],
    print: async (texts) => {
      await using fixture = createFixture(project);
      const runs = texts.flatMap((text) => [
        ["plan", `./${text}`],
        ["apply", `./${text}`],
        ["validate", `./${text}`],
        ["render", "P", `--vars=absent/${text}`],
        ["plan", `--trace=absent/${text}`],
        ["plan", `--out=absent/${text}`],
      ]);
      return await runAll(fixture, runs);
    },
  },
  {
    title: "a folder without a project, and a project with a hostile folder name",
    patterns: [
      /No promptctl\.yaml found in /,
      / is a folder of the project in /,
      /definitions in .*·|definition in .*·/,
      /unknown-kind/,
    ],
    print: async (texts) => {
      await using fixture = createFixture({});
      const printed: string[] = [];
      for (const text of texts.filter((each) => !each.includes("/"))) {
        fixture.write({ [`${text}/x.yaml`]: [prompt("P")], [`x${text}/.x`]: "" });
        printed.push(await fixture.show(["plan", text]));
        fixture.folder.write(`${text}/promptctl.yaml`, "definitions: .\n");
        printed.push(await fixture.show(["plan", text]));
        fixture.write({ [`${text}/x.yaml`]: "kind: x\n" });
        printed.push(await fixture.show(["plan", text]));
      }
      fixture.folder.write("promptctl.yaml", new Uint8Array([0xff]));
      printed.push(await fixture.show(["plan"]));
      await using none = createFixture({});
      const { rmSync } = await import("node:fs");
      rmSync(none.folder.at("promptctl.yaml"));
      for (const text of texts.filter((each) => !each.includes("/"))) {
        none.write({ [`${text}/y/z`]: "" });
        printed.push(visibleOutput(await none.run(["plan"], { cwd: none.folder.at(`${text}/y`) })));
      }
      return printed.join("\n");
    },
  },
  {
    title: "base URLs of a flag and of the environment",
    categories: ["controlCharacters", "lineCommands", "forgedLines"], // # starts a fragment
    patterns: [/" is not a URL\./, /would send the API key unencrypted/, /contains a user/],
    print: async (texts) => {
      await using fixture = createFixture(project);
      const printed: string[] = [];
      for (const baseUrl of texts.flatMap(baseUrls)) {
        printed.push(
          visibleOutput(
            await fixture.run(["plan", `--base-url=${baseUrl}`], { env: {} }),
            await fixture.run(["plan"], { env: { ...keyed, PROMPTCTL_BASE_URL: baseUrl } }),
          ),
        );
      }
      return printed.join("\n");
    },
  },
  {
    title: "base URLs of the configuration: confirmed, refused, and in CI",
    categories: ["controlCharacters", "lineCommands", "forgedLines"],
    patterns: [
      /^promptctl\.yaml sets baseUrl to https:/m,
      /API key not sent to /,
      /is ignored in CI/,
    ],
    print: async (texts) => {
      await using fixture = createFixture(project);
      const env = { PROMPTCTL_API_KEY: "good", XDG_CONFIG_HOME: fixture.folder.at("config") };
      const printed: string[] = [];
      for (const baseUrl of texts.flatMap(baseUrls)) {
        const configuration: Body = { definitions: "prompts", baseUrl };
        fixture.write({ "promptctl.yaml": [configuration] });
        printed.push(
          visibleOutput(
            await fixture.run(["plan"], { env, answer: false }),
            await fixture.run(["plan"], { env }),
            await fixture.run(["plan"], { env: { ...env, CI: "true" } }),
          ),
        );
      }
      return printed.join("\n");
    },
  },
  {
    title: "variables on the command line and in a file",
    patterns: [/expected name=value/, /must be a string, a number or null/, /:1: /],
    print: async (texts) => {
      const fetch = readOnlyService({ prompts: [remotePrompt("p", "P")] });
      await using fixture = createFixture(project, fetch);
      const printed: string[] = [];
      for (const text of texts) {
        printed.push(await fixture.show(["render", "P", `--var==${text}`]));
        for (const file of [
          JSON.stringify({ [text]: true }),
          `*${text}`,
          `"${text}`,
          `- ${text}`,
          `a: 1\n---\nb: ${text}`,
        ]) {
          fixture.write({ "vars.yaml": file });
          printed.push(await fixture.show(["render", "P", "--vars=vars.yaml"]));
        }
      }
      return printed.join("\n");
    },
  },
];
