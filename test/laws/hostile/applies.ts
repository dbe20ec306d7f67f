// What an apply prints: progress, pauses, failures in the words of the service, what is left, pins
// to add, questions; and a saved plan that is carried out or is not.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { planDigest } from "../../../src/engine/saved-plan/plan-document.ts";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { definitions } from "./definitions.ts";
import type { Output } from "./matrix.ts";
import {
  serviceUrl,
  type Body,
  evaluation,
  listing,
  prompt,
  remotePrompt,
  remoteTool,
  saysNo,
  type Scene,
  sceneOf,
  seen,
  serviceWith,
  tool,
} from "./fixture.ts";
import { sorts, withWords } from "./texts.ts";

const approve = ["apply", "--auto-approve"];
const prune = ["--prune", "--allow-mass-delete"];

const isWrite = (init: RequestInit): boolean => init.method !== "GET";

/** A service that answers writes otherwise; the number of the write chooses the text. */
function answering(
  fetch: Fetch,
  texts: readonly string[],
  answer: (text: string, done: () => Promise<Response>, init: RequestInit) => Promise<Response>,
): Fetch {
  let count = 0;
  return (url, init) =>
    isWrite(init)
      ? answer(texts[count++ % texts.length]!, () => fetch(url, init), init)
      : fetch(url, init);
}

const some = (texts: readonly string[]): Body[] =>
  texts.map((text, index) => prompt(`${text}${index}`));

/** A project that was applied, so that its plan can be saved and then be overtaken. */
async function applied(texts: readonly string[], before: readonly Body[]): Promise<Scene> {
  const scene = sceneOf({ "prompts/x.yaml": before }, await serviceWith(texts));
  await scene.run(approve);
  return scene;
}

export const applies: readonly Output[] = [
  {
    what: "an apply that comes off",
    sorts,
    shows: [/✓ prompt\/.* created /, /^Applied\./m],
    print: async (texts) => {
      await using scene = await applied(texts, []);
      scene.write({ "prompts/x.yaml": definitions(texts) });
      return seen(await scene.run(approve));
    },
  },
  {
    what: "an apply that deletes",
    shows: [/✓ prompt\/.* deleted /, /^Applied\./m],
    print: async (texts) => {
      await using scene = await applied(texts, [prompt("P"), ...some(texts)]);
      scene.write({ "prompts/x.yaml": [prompt("P")] });
      return seen(await scene.run([...approve, ...prune]));
    },
  },
  {
    what: "an apply to a service that keeps other values",
    sorts: withWords,
    shows: [/The service stored \/.* as .* instead of /],
    print: async (texts) => {
      const fetch = answering(await serviceWith(), texts, async (text, done) => {
        const kept = (await (await done()).json()) as Body;
        const altered = kept["parameters"] as Body;
        return Response.json({
          ...kept,
          description: text,
          parameters: { ...altered, [text]: text, name: text },
        });
      });
      const project = texts.flatMap((text, index) => [
        tool(`t${index}`, index, { parameters: { [`${text}x`]: text } }),
        prompt(`${text}${index}`),
      ]);
      await using scene = sceneOf({ "prompts/x.yaml": project }, fetch);
      return seen(await scene.run(approve));
    },
  },
  {
    what: "an apply whose calls are refused with words of the service",
    shows: [/✗ .* not created\n {6}400 from POST /, /skipped: /, /Not applied:/],
    print: async (texts) => {
      const fetch = answering(await serviceWith(), texts, async (text) => saysNo(text));
      const project = definitions(texts);
      await using scene = sceneOf({ "prompts/x.yaml": project }, fetch);
      return seen(await scene.run(approve));
    },
  },
  {
    what: "an apply whose updates and deletes are refused",
    shows: [/not updated\n/, /not deleted\n/, /Not applied:/],
    print: async (texts) => {
      const project = (side: string, assertions: readonly Body[]): Body[] =>
        texts.map((text, index) =>
          prompt(`${text}${index}`, {
            messages: [{ role: "user", content: side }],
            evaluations: [evaluation(text, { assertions })],
          }),
        );
      const service = await serviceWith(texts);
      const wrong = answering(service, texts, async (text) => saysNo(text, 409));
      const before = project("a", [{ type: "COST", targetThreshold: 1 }]);
      await using scene = sceneOf({ "prompts/x.yaml": before }, service);
      await scene.run(approve);
      scene.write({ "prompts/x.yaml": project("b", []) });
      return seen(await scene.run(approve, { fetch: wrong }));
    },
  },
  {
    what: "a create that is lost, where the list says no",
    shows: [/Listing the service failed: 400 from GET /],
    print: async (texts) => {
      const printed: string[] = [];
      await using scene = sceneOf({ "prompts/x.yaml": [prompt("P")] });
      for (const text of texts) {
        let lost = false;
        const fetch: Fetch = async (url, init) => {
          if (lost) return saysNo(text);
          lost = isWrite(init);
          return lost ? new Response("{}", { status: 500 }) : listing({})(url, init);
        };
        printed.push(seen(await scene.run(approve, { fetch })));
      }
      return printed.join("\n");
    },
  },
  {
    what: "pauses before a service that breaks off",
    shows: [/waiting: retry 1 of 1 /, /cannot be reached/],
    print: async (texts) => {
      const printed: string[] = [];
      await using scene = sceneOf({ "prompts/x.yaml": [prompt("P")] });
      for (const text of texts) {
        const fetch: Fetch = () => Promise.reject(new Error(text));
        printed.push(seen(await scene.run(["plan", "--retries", "1"], { fetch })));
      }
      return printed.join("\n");
    },
  },
  {
    what: "pauses of an apply",
    shows: [/prompt\/.* waiting: retry 1 of 4 /],
    print: async (texts) => {
      const service = await serviceWith();
      const broken = answering(service, texts, async (text, done, init) =>
        init.method === "PUT" ? Promise.reject(new Error(text)) : done(),
      );
      await using scene = sceneOf({ "prompts/x.yaml": some(texts) }, service);
      await scene.run(approve);
      scene.write({
        "prompts/x.yaml": texts.map((text, index) => prompt(`${text}${index}`, { messages: [] })),
      });
      return seen(await scene.run(approve, { fetch: broken }));
    },
  },
  {
    what: "pins to add where names repeat",
    shows: [/add to promptctl\.yaml:\npins:\n.*"prompt\//s],
    print: async (texts) => {
      await using scene = await applied(texts, []);
      scene.write({
        "prompts/x.yaml": texts.flatMap((text, index) => [
          { ...prompt(`${text}${index}`), key: `${text}a${index}` },
          { ...prompt(`${text}${index}`), key: `${text}b${index}` },
        ]),
      });
      return seen(await scene.run(approve));
    },
  },
  {
    what: "an apply that asks, and another that nobody agrees to",
    shows: [
      /Apply these .* changes to /,
      /Apply cancelled/,
      /No interactive terminal/,
      /definitions or the service changed/,
    ],
    print: async (texts) => {
      await using scene = sceneOf({ "prompts/x.yaml": some(texts) }, await serviceWith(texts));
      const moved = async (): Promise<boolean> => {
        scene.write({ "prompts/x.yaml": definitions(texts) });
        return true;
      };
      return seen(
        await scene.run(["apply"], { answer: false }),
        await scene.run(["apply"]),
        await scene.run(["apply"], { answer: moved }),
      );
    },
  },
  {
    what: "an apply in a folder where nothing can be noted",
    shows: [/Cannot write the replace journal in \.promptctl\/: /],
    print: async (texts) => {
      await using scene = sceneOf({}, await serviceWith());
      const printed: string[] = [];
      for (const text of texts.filter((each) => !/[/\\]/.test(each))) {
        const folder = scene.folder.at(`${text}.`);
        const evaluated = (said: string): string =>
          JSON.stringify(
            prompt(text, {
              evaluations: [
                evaluation("e", {
                  appendedMessages: [{ role: "user", content: said }],
                  assertions: [{ type: "COST", targetThreshold: 1 }],
                }),
              ],
            }),
          );
        mkdirSync(folder);
        const write = (file: string, content: string): void =>
          writeFileSync(`${folder}/${file}`, content);
        write("x.yaml", evaluated("a"));
        await scene.run([...approve, "."], { cwd: folder });
        write(".promptctl", "a file where the folder would be");
        write("x.yaml", evaluated("b"));
        printed.push(seen(await scene.run([...approve, "."], { cwd: folder })));
      }
      return printed.join("\n");
    },
  },
];

export const savedPlans: readonly Output[] = [
  {
    what: "a plan that is saved and carried out",
    sorts: withWords,
    shows: [/Plan saved\. To apply exactly this plan: /, /^Applied\./m, /already applied/],
    print: async (texts) => {
      await using scene = await applied(texts, []);
      scene.write({ "prompts/x.yaml": definitions(texts) });
      return seen(
        await scene.run(["plan", "--out", "plan.json"]),
        await scene.run(["apply", "plan.json", "--unmanaged"]),
        await scene.run(["apply", "plan.json"]),
      );
    },
  },
  {
    what: "a plan in a file of that name",
    shows: [/Plan saved\. To apply /, /is damaged/, /another version/, /cannot be saved/],
    print: async (texts) => {
      await using scene = sceneOf({ "prompts/x.yaml": [prompt("P")] });
      const printed: string[] = [];
      for (const file of texts.map((text) => `${text.replaceAll(/[/\\]/g, "-")}.json`)) {
        printed.push(
          seen(
            await scene.run(["plan", `--out=${file}`]),
            await scene.run(["apply", `./${file}`]),
            await scene.run(["plan", `--out=./${file}/x`]),
          ),
        );
        scene.write({
          [file]: '{"promptctl.plan/1"',
          [`x${file}`]: '{"format":"promptctl.plan/7"}',
        });
        printed.push(
          seen(await scene.run(["apply", `./${file}`]), await scene.run(["apply", `./x${file}`])),
        );
      }
      return printed.join("\n");
    },
  },
  {
    what: "a plan for reading only in a file of that name",
    shows: [/Plan saved to .* for review only: apply refuses this plan\./, /^Refused: /m],
    print: async (texts) => {
      const absent = { kind: "prompt", name: "P", external: true };
      await using scene = sceneOf({ "prompts/x.yaml": [absent] });
      const printed: string[] = [];
      for (const file of texts.map((text) => `${text.replaceAll(/[/\\]/g, "-")}.json`))
        printed.push(
          seen(await scene.run(["plan", `--out=${file}`]), await scene.run(["apply", `./${file}`])),
        );
      return printed.join("\n");
    },
  },
  {
    what: "a saved plan that was overtaken: what was changed and made",
    shows: [
      /resources have changed since then/,
      /messages\[0\] was changed on the service/,
      /was created on the service/,
    ],
    print: async (texts) => {
      const fetch = await serviceWith();
      const saying = (name: string, content: string): Body =>
        prompt(name, { messages: [{ role: "user", content }] });
      const project = (side: string, made?: string): Body[] =>
        texts
          .slice(0, 9)
          .flatMap((text, index) => [
            saying(`${text}${index}`, side),
            ...(made === undefined ? [] : [saying(`${text}made${index}`, made)]),
          ]);
      await using scene = sceneOf({ "prompts/x.yaml": project("a") }, fetch);
      await scene.run(approve);
      scene.write({ "prompts/x.yaml": project("b", "ours") });
      await scene.run(["plan", "--out", "plan.json"]);
      await using other = sceneOf({ "prompts/x.yaml": project("c", "theirs") }, fetch);
      await other.run(approve);
      return seen(await scene.run(["apply", "plan.json"]));
    },
  },
  {
    what: "a saved plan that was overtaken: what was deleted and grew",
    shows: [
      /has a new child resource on the service: .*was deleted on the service|was deleted on the service.*has a new child/s,
    ],
    print: async (texts) => {
      const remote = (more: boolean): Fetch =>
        listing({
          tools: more
            ? []
            : texts.map((text, index) =>
                remoteTool(`${text}t${index}`, `t${index}`, { description: text }),
              ),
          prompts: texts.map((text, index) => remotePrompt(`${text}p${index}`, `${text}${index}`)),
          evaluations: more
            ? texts.map((text, index) => ({
                id: `${text}e${index}`,
                promptId: `${text}p${index}`,
                variables: {},
                appendedMessages: [],
              }))
            : [],
        });
      const tools = texts.map((text, index) => tool(`${text}${index}`, index)).slice(0, 8);
      await using scene = sceneOf({ "prompts/x.yaml": tools }, remote(false));
      await scene.run(["plan", ...prune, "--out", "plan.json"]);
      return seen(await scene.run(["apply", "plan.json"], { fetch: remote(true) }));
    },
  },
  {
    what: "a saved plan for another service, or of other definitions",
    shows: [/was created for /, /are not those that/],
    print: async (texts) => {
      await using scene = sceneOf({ "prompts/x.yaml": [prompt("P")] });
      await scene.run(["plan", "--out", "plan.json"]);
      const plan = JSON.parse(readFileSync(scene.folder.at("plan.json"), "utf8")) as Body;
      const printed: string[] = [];
      for (const text of texts) {
        const forged = { ...plan, baseUrl: `${serviceUrl}/${text}`, notes: [text] };
        scene.write({ "plan.json": JSON.stringify({ ...forged, digest: planDigest(forged) }) });
        printed.push(seen(await scene.run(["apply", "plan.json"])));
      }
      scene.write({ "plan.json": JSON.stringify(plan), "prompts/x.yaml": some(texts) });
      printed.push(seen(await scene.run(["apply", "plan.json"])));
      return printed.join("\n");
    },
  },
  {
    what: "a saved plan that somebody else wrote",
    ownLines: true, // hints and notes of a plan may have lines; who writes a plan may write any
    sorts: withWords,
    shows: [/^Refused: /m, /^Note: /m],
    print: async (texts) => {
      await using scene = sceneOf({ "prompts/x.yaml": [prompt("P")] });
      await scene.run(["plan", "--out", "plan.json"]);
      const plan = JSON.parse(readFileSync(scene.folder.at("plan.json"), "utf8")) as Body;
      const forged = {
        ...plan,
        notes: texts,
        refusals: texts.map((text) => ({
          code: text,
          message: text,
          hint: text,
          addresses: [text],
        })),
        unmanaged: texts.map((text) => ({ kind: text, name: text, id: text, reason: text })),
      };
      scene.write({ "plan.json": JSON.stringify({ ...forged, digest: planDigest(forged) }) });
      return seen(await scene.run(["apply", "plan.json", "--unmanaged"]));
    },
  },
];
