// Words of the command line, the environment and the configuration: addresses, folders, patterns,
// variables, as they are repeated in questions, refusals and usage.
import { type HostOptions, serviceEnv as keyed } from "../../cli/fake-host.ts";
import type { Output } from "./matrix.ts";
import { prompt, remotePrompt, listing, sceneOf, seen, type Scene, type Body } from "./fixture.ts";

/** What each of these words prints. */
async function toldOf(
  scene: Scene,
  runs: readonly (readonly string[])[],
  more?: Partial<HostOptions>,
): Promise<string> {
  const printed: string[] = [];
  for (const words of runs) printed.push(seen(await scene.run(words, more)));
  return printed.join("\n");
}

const project = { "prompts/x.yaml": [prompt("P")] };

/** Addresses with a text where an address can hold one. */
const addresses = (text: string): string[] => [
  text,
  `https://evil.example/${text}`,
  `http://evil.example/${text}`,
  `https://${text}@evil.example`,
];

export const places: readonly Output[] = [
  {
    what: "patterns that fit nothing",
    shows: [/No definition matches "/],
    print: async (texts) => {
      await using scene = sceneOf(project);
      const runs = texts.flatMap((text) => [
        ["plan", `--target=${text}`],
        ["plan", `--exclude=x/${text}`],
        ["ids", `--target=${text}`],
      ]);
      return await toldOf(scene, runs);
    },
  },
  {
    what: "commands, flags and values that do not exist",
    shows: [
      /Unknown command '/,
      /Unknown option '/,
      /is invalid\./,
      /Unknown diagnostic code "/,
      /Unknown schema "/,
    ],
    print: async (texts) => {
      await using scene = sceneOf(project);
      const runs = texts.flatMap((text) => [
        [`x${text}`],
        [`x\n${text}`],
        ["plan", `--x${text}`],
        ["plan", `--timeout=${text}`],
        ["apply", `--concurrency=${text}`],
        ["ids", `--format=${text}`],
        ["serve", `--port=${text}`],
        ["validate", `--format=${text}`],
        ["validate", `--explain=${text}`],
        ["schema", `x${text}`],
      ]);
      return await toldOf(scene, runs);
    },
  },
  {
    what: "folders and files that are not there",
    shows: [/No such folder: /, /Cannot read /, /Cannot write the trace file /],
    print: async (texts) => {
      await using scene = sceneOf(project);
      const runs = texts.flatMap((text) => [
        ["plan", `./${text}`],
        ["apply", `./${text}`],
        ["validate", `./${text}`],
        ["render", "P", `--vars=absent/${text}`],
        ["plan", `--trace=absent/${text}`],
        ["plan", `--out=absent/${text}`],
      ]);
      return await toldOf(scene, runs);
    },
  },
  {
    what: "a folder without a project, and one in a folder of that name",
    shows: [/No promptctl\.yaml found in /, /definitions in .*·|definition in .*·/, /unknown-kind/],
    print: async (texts) => {
      await using scene = sceneOf({});
      const printed: string[] = [];
      for (const text of texts.filter((each) => !each.includes("/"))) {
        scene.write({ [`${text}/x.yaml`]: [prompt("P")], [`x${text}/.x`]: "" });
        printed.push(seen(await scene.run(["plan", text])));
        scene.write({ [`${text}/x.yaml`]: "kind: x\n" });
        printed.push(seen(await scene.run(["plan", text])));
      }
      scene.folder.write("promptctl.yaml", new Uint8Array([0xff]));
      printed.push(seen(await scene.run(["plan"])));
      await using none = sceneOf({});
      const { rmSync } = await import("node:fs");
      rmSync(none.folder.at("promptctl.yaml"));
      for (const text of texts.filter((each) => !each.includes("/"))) {
        none.write({ [`${text}/y/z`]: "" });
        printed.push(seen(await none.run(["plan"], { cwd: none.folder.at(`${text}/y`) })));
      }
      return printed.join("\n");
    },
  },
  {
    what: "addresses of a flag and of the environment",
    sorts: ["characters", "commands", "forgeries"], // a # begins a fragment
    shows: [/" is not a URL\./, /would send the API key unencrypted/, /contains a user/],
    print: async (texts) => {
      await using scene = sceneOf(project);
      const printed: string[] = [];
      for (const baseUrl of texts.flatMap(addresses)) {
        printed.push(
          seen(
            await scene.run(["plan", `--base-url=${baseUrl}`], { env: {} }),
            await scene.run(["plan"], { env: { ...keyed, PROMPTCTL_BASE_URL: baseUrl } }),
          ),
        );
      }
      return printed.join("\n");
    },
  },
  {
    what: "addresses of the configuration: asked for, refused, and in CI",
    sorts: ["characters", "commands", "forgeries"],
    shows: [/^promptctl\.yaml sets baseUrl to https:/m, /API key not sent to /, /is ignored in CI/],
    print: async (texts) => {
      await using scene = sceneOf(project);
      const env = { PROMPTCTL_API_KEY: "good", XDG_CONFIG_HOME: scene.folder.at("config") };
      const printed: string[] = [];
      for (const baseUrl of texts.flatMap(addresses)) {
        const configuration: Body = { definitions: "prompts", baseUrl };
        scene.write({ "promptctl.yaml": [configuration] });
        printed.push(
          seen(
            await scene.run(["plan"], { env, answer: false }),
            await scene.run(["plan"], { env }),
            await scene.run(["plan"], { env: { ...env, CI: "true" } }),
          ),
        );
      }
      return printed.join("\n");
    },
  },
  {
    what: "variables on the command line and in a file",
    shows: [/expected name=value/, /must be a string or null/, /:1: /],
    print: async (texts) => {
      const fetch = listing({ prompts: [remotePrompt("p", "P")] });
      await using scene = sceneOf(project, fetch);
      const printed: string[] = [];
      for (const text of texts) {
        printed.push(seen(await scene.run(["render", "P", `--var==${text}`])));
        for (const file of [
          JSON.stringify({ [text]: 1 }),
          `*${text}`,
          `"${text}`,
          `- ${text}`,
          `a: 1\n---\nb: ${text}`,
        ]) {
          scene.write({ "vars.yaml": file });
          printed.push(seen(await scene.run(["render", "P", "--vars=vars.yaml"])));
        }
      }
      return printed.join("\n");
    },
  },
];
