// Outputs of apply: progress, waits, error messages of the service, changes not applied, pins to add,
// questions; and outputs of saved plans.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { planDigest } from "../../../../src/engine/review/plan-document.ts";
import type { Fetch } from "../../../../src/engine/model/ports.ts";
import { hostileDefinitions } from "../hostile-definitions.ts";
import type { OutputCase } from "../check-outputs.ts";
import {
  serviceUrl,
  type Body,
  evaluation,
  readOnlyService,
  prompt,
  remotePrompt,
  remoteTool,
  errorResponse,
  type Fixture,
  createFixture,
  visibleOutput,
  embeddedService,
  tool,
  withMessage,
} from "../fixture.ts";
import { allCategories, defaultAndSyntax } from "../hostile-texts.ts";

const approve = ["apply", "--auto-approve"];
const prune = ["--prune", "--allow-mass-delete"];

const isWrite = (init: RequestInit): boolean => init.method !== "GET";

/** A service with another response to writes. Each write gets the next text. */
function withWriteResponses(
  fetch: Fetch,
  texts: readonly string[],
  respond: (text: string, send: () => Promise<Response>, init: RequestInit) => Promise<Response>,
): Fetch {
  let count = 0;
  return (url, init) =>
    isWrite(init)
      ? respond(texts[count++ % texts.length]!, () => fetch(url, init), init)
      : fetch(url, init);
}

const namedPrompts = (texts: readonly string[]): Body[] =>
  texts.map((text, index) => prompt(`${text}${index}`));

/** Creates a project and applies it. The ids of the service start with the texts. */
async function createAppliedFixture(
  texts: readonly string[],
  before: readonly Body[],
): Promise<Fixture> {
  const fixture = createFixture({ "prompts/x.yaml": before }, await embeddedService(texts));
  fixture.commit();
  await fixture.run(approve);
  return fixture;
}

export const applyOutputs: readonly OutputCase[] = [
  {
    title: "apply that succeeds",
    categories: allCategories,
    patterns: [/✓ prompt\/.* created /, /^Applied\./m],
    print: async (texts) => {
      await using fixture = await createAppliedFixture(texts, []);
      fixture.write({ "prompts/x.yaml": hostileDefinitions(texts) });
      return await fixture.show(approve);
    },
  },
  {
    title: "apply that deletes",
    patterns: [/✓ prompt\/.* deleted /, /^Applied\./m],
    print: async (texts) => {
      const before = [prompt("P"), ...namedPrompts(texts)];
      await using fixture = await createAppliedFixture(texts, before);
      fixture.write({ "prompts/x.yaml": [prompt("P")] });
      fixture.commit();
      return await fixture.show([...approve, ...prune]);
    },
  },
  {
    title: "apply to a service that stores other values",
    categories: defaultAndSyntax,
    patterns: [/The service stored other values than were sent/, /✗ .* updated with other values/],
    print: async (texts) => {
      const fetch = withWriteResponses(await embeddedService(), texts, async (text, send) => {
        const stored = (await (await send()).json()) as Body;
        const altered = stored["parameters"] as Body;
        return Response.json({
          ...stored,
          description: text,
          parameters: { ...altered, [text]: text, name: text },
        });
      });
      const project = texts.flatMap((text, index) => [
        tool(`t${index}`, index, { parameters: { [`${text}x`]: text } }),
        prompt(`${text}${index}`),
      ]);
      await using fixture = createFixture({ "prompts/x.yaml": project }, fetch);
      const creates = await fixture.show(approve);
      fixture.write({
        "prompts/x.yaml": project.map((each) =>
          each["kind"] === "tool" ? { ...each, description: "Another one" } : each,
        ),
      });
      return creates + (await fixture.show(approve));
    },
  },
  {
    title: "apply while another apply creates the same",
    patterns: [/^Error: While this apply ran/m, /: id:.* and id:/],
    print: async (texts) => {
      const files = { "prompts/x.yaml": namedPrompts(texts) };
      const service = await embeddedService(texts);
      const another = createFixture(files, service);
      let applied: Promise<unknown> | undefined;
      const fetch: Fetch = async (url, init) => {
        if (init.method === "POST") await (applied ??= another.run(approve));
        return service(url, init);
      };
      await using fixture = createFixture(files, fetch);
      const printed = await fixture.show(approve);
      await another[Symbol.asyncDispose]();
      return printed;
    },
  },
  {
    title: "apply with failed creates",
    patterns: [/✗ .* not created\n {6}400 from POST /, /skipped: /, /Not applied:/],
    print: async (texts) => {
      const fetch = withWriteResponses(await embeddedService(), texts, async (text) =>
        errorResponse(text),
      );
      const project = hostileDefinitions(texts);
      await using fixture = createFixture({ "prompts/x.yaml": project }, fetch);
      return await fixture.show(approve);
    },
  },
  {
    title: "apply with failed updates and deletes",
    patterns: [/not updated\n/, /not deleted\n/, /Not applied:/],
    print: async (texts) => {
      const project = (side: string, assertions: readonly Body[]): Body[] =>
        texts.map((text, index) =>
          prompt(`${text}${index}`, {
            messages: [{ role: "user", content: side }],
            evaluations: [evaluation(text, { assertions })],
          }),
        );
      const service = await embeddedService(texts);
      const failing = withWriteResponses(service, texts, async (text) => errorResponse(text, 409));
      const before = project("a", [{ type: "COST", targetThreshold: 1 }]);
      await using fixture = createFixture({ "prompts/x.yaml": before }, service);
      await fixture.run(approve);
      fixture.write({ "prompts/x.yaml": project("b", []) });
      return visibleOutput(await fixture.run(approve, { fetch: failing }));
    },
  },
  {
    title: "a lost create response, and then a failed list",
    patterns: [/Listing the service failed: 400 from GET /],
    print: async (texts) => {
      const printed: string[] = [];
      await using fixture = createFixture({ "prompts/x.yaml": [prompt("P")] });
      for (const text of texts) {
        let lost = false;
        const fetch: Fetch = async (url, init) => {
          if (lost) return errorResponse(text);
          lost = isWrite(init);
          return lost ? new Response("{}", { status: 500 }) : readOnlyService({})(url, init);
        };
        printed.push(visibleOutput(await fixture.run(approve, { fetch })));
      }
      return printed.join("\n");
    },
  },
  {
    title: "retries of plan after connection errors",
    patterns: [/waiting: retry 1 of 1 /, /cannot be reached/],
    print: async (texts) => {
      const printed: string[] = [];
      await using fixture = createFixture({ "prompts/x.yaml": [prompt("P")] });
      for (const text of texts) {
        const fetch: Fetch = () => Promise.reject(new Error(text));
        printed.push(visibleOutput(await fixture.run(["plan", "--retries", "1"], { fetch })));
      }
      return printed.join("\n");
    },
  },
  {
    title: "retries of apply after connection errors",
    patterns: [/prompt\/.* waiting: retry 1 of 4 /],
    print: async (texts) => {
      const service = await embeddedService();
      const broken = withWriteResponses(service, texts, async (text, send, init) =>
        init.method === "PUT" ? Promise.reject(new Error(text)) : send(),
      );
      await using fixture = createFixture({ "prompts/x.yaml": namedPrompts(texts) }, service);
      await fixture.run(approve);
      fixture.write({
        "prompts/x.yaml": texts.map((text, index) => prompt(`${text}${index}`, { messages: [] })),
      });
      return visibleOutput(await fixture.run(approve, { fetch: broken }));
    },
  },
  {
    title: "pins to add for repeated names",
    patterns: [/add to promptctl\.yaml:\npins:\n.*"prompt\//s],
    print: async (texts) => {
      await using fixture = await createAppliedFixture(texts, []);
      fixture.write({
        "prompts/x.yaml": texts.flatMap((text, index) => [
          { ...prompt(`${text}${index}`), key: `${text}a${index}` },
          { ...prompt(`${text}${index}`), key: `${text}b${index}` },
        ]),
      });
      return await fixture.show(approve);
    },
  },
  {
    title: "apply that is cancelled, not interactive, or stale after the question",
    patterns: [
      /Apply these .* changes to /,
      /Cancelled\. Nothing was applied/,
      /No interactive terminal/,
      /definitions or the service changed/,
    ],
    print: async (texts) => {
      await using fixture = createFixture(
        { "prompts/x.yaml": namedPrompts(texts) },
        await embeddedService(texts),
      );
      const changeDefinitions = async (): Promise<boolean> => {
        fixture.write({ "prompts/x.yaml": hostileDefinitions(texts) });
        return true;
      };
      return visibleOutput(
        await fixture.run(["apply"], { answer: false }),
        await fixture.run(["apply"]),
        await fixture.run(["apply"], { answer: changeDefinitions }),
      );
    },
  },
  {
    title: "apply that cannot write the replace journal",
    patterns: [/Cannot write the replace journal in \.promptctl\/: /],
    print: async (texts) => {
      await using fixture = createFixture({}, await embeddedService());
      const printed: string[] = [];
      for (const text of texts.filter((each) => !/[/\\]/.test(each))) {
        const folder = fixture.folder.at(`${text}.`);
        const evaluated = (content: string): string =>
          JSON.stringify(
            prompt(text, {
              evaluations: [
                evaluation("e", {
                  appendedMessages: [{ role: "user", content }],
                  assertions: [{ type: "COST", targetThreshold: 1 }],
                }),
              ],
            }),
          );
        mkdirSync(folder);
        const write = (file: string, content: string): void =>
          writeFileSync(`${folder}/${file}`, content);
        write("promptctl.yaml", "definitions: .\n");
        write("x.yaml", evaluated("a"));
        await fixture.run([...approve, "."], { cwd: folder });
        write(".promptctl", "a file where the folder would be");
        write("x.yaml", evaluated("b"));
        printed.push(visibleOutput(await fixture.run([...approve, "."], { cwd: folder })));
      }
      return printed.join("\n");
    },
  },
];

export const savedPlanOutputs: readonly OutputCase[] = [
  {
    title: "a saved plan that is applied",
    categories: defaultAndSyntax,
    patterns: [/Plan saved\. To apply exactly this plan: /, /^Applied\./m, /already applied/],
    print: async (texts) => {
      await using fixture = await createAppliedFixture(texts, []);
      fixture.write({ "prompts/x.yaml": hostileDefinitions(texts) });
      return await fixture.show(
        ["plan", "--out", "plan.json"],
        ["apply", "plan.json", "--unmanaged"],
        ["apply", "plan.json"],
      );
    },
  },
  {
    title: "plan files with hostile names",
    patterns: [/Plan saved\. To apply /, /is damaged/, /another version/, /cannot be saved/],
    print: async (texts) => {
      await using fixture = createFixture({ "prompts/x.yaml": [prompt("P")] });
      const printed: string[] = [];
      for (const file of texts.map((text) => `${text.replaceAll(/[/\\]/g, "-")}.json`)) {
        printed.push(
          await fixture.show(
            ["plan", `--out=${file}`],
            ["apply", `./${file}`],
            ["plan", `--out=./${file}/x`],
          ),
        );
        fixture.write({
          [file]: '{"promptctl.plan/1"',
          [`x${file}`]: '{"format":"promptctl.plan/7"}',
        });
        printed.push(await fixture.show(["apply", `./${file}`], ["apply", `./x${file}`]));
      }
      return printed.join("\n");
    },
  },
  {
    title: "refused plans in files with hostile names",
    patterns: [/Plan saved to .* for review only: apply refuses this plan\./, /^Refused: /m],
    print: async (texts) => {
      const absent = { kind: "prompt", name: "P", external: true };
      await using fixture = createFixture({ "prompts/x.yaml": [absent] });
      const printed: string[] = [];
      for (const file of texts.map((text) => `${text.replaceAll(/[/\\]/g, "-")}.json`))
        printed.push(await fixture.show(["plan", `--out=${file}`], ["apply", `./${file}`]));
      return printed.join("\n");
    },
  },
  {
    title: "a stale saved plan: resources were updated and created",
    patterns: [/~ \d+ prompts +deploy /, /"theirs" → "ours"/, /^Refused: /m],
    print: async (texts) => {
      const fetch = await embeddedService();
      const saying = (name: string, content: string): Body => prompt(name, withMessage(content));
      const project = (side: string, made?: string): Body[] =>
        texts
          .slice(0, 9)
          .flatMap((text, index) => [
            saying(`${text}${index}`, side),
            ...(made === undefined ? [] : [saying(`${text}made${index}`, made)]),
          ]);
      await using fixture = createFixture({ "prompts/x.yaml": project("a") }, fetch);
      await fixture.run(approve);
      fixture.write({ "prompts/x.yaml": project("b", "ours") });
      await fixture.run(["plan", "--out", "plan.json"]);
      await using other = createFixture({ "prompts/x.yaml": project("c", "theirs") }, fetch);
      await other.run(approve);
      return await fixture.show(["apply", "plan.json"]);
    },
  },
  {
    title: "a stale saved plan: resources were deleted and got children",
    patterns: [/\+ tool\//, /^Refused: /m],
    print: async (texts) => {
      const remote = (more: boolean): Fetch =>
        readOnlyService({
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
      await using fixture = createFixture({ "prompts/x.yaml": tools }, remote(false));
      fixture.commitAfter({ "prompts/x.yaml": namedPrompts(texts) });
      await fixture.run(["plan", ...prune, "--out", "plan.json"]);
      return visibleOutput(await fixture.run(["apply", "plan.json"], { fetch: remote(true) }));
    },
  },
  {
    title: "a saved plan for another service or of other definitions",
    patterns: [/was created for /, /are not those that/],
    print: async (texts) => {
      await using fixture = createFixture({ "prompts/x.yaml": [prompt("P")] });
      await fixture.run(["plan", "--out", "plan.json"]);
      const plan = JSON.parse(readFileSync(fixture.folder.at("plan.json"), "utf8")) as Body;
      const printed: string[] = [];
      for (const text of texts) {
        const forged = { ...plan, baseUrl: `${serviceUrl}/${text}`, notes: [text] };
        fixture.write({ "plan.json": JSON.stringify({ ...forged, digest: planDigest(forged) }) });
        printed.push(await fixture.show(["apply", "plan.json"]));
      }
      fixture.write({ "plan.json": JSON.stringify(plan), "prompts/x.yaml": namedPrompts(texts) });
      printed.push(await fixture.show(["apply", "plan.json"]));
      return printed.join("\n");
    },
  },
  {
    title: "a forged saved plan",
    allowsOwnLines: true, // hints and notes may have several lines, so a forged plan can print any line
    categories: defaultAndSyntax,
    patterns: [/^Refused: /m, /^Note: /m],
    print: async (texts) => {
      await using fixture = createFixture({ "prompts/x.yaml": [prompt("P")] });
      await fixture.run(["plan", "--out", "plan.json"]);
      const plan = JSON.parse(readFileSync(fixture.folder.at("plan.json"), "utf8")) as Body;
      const forged = {
        ...plan,
        notes: texts,
        refusals: texts.map((text) => ({
          code: text,
          message: text,
          hint: text,
          addresses: [text],
        })),
        unmanaged: texts.map((text) => ({
          kind: text,
          name: text,
          id: text,
          reason: text,
          reasonCode: "used",
        })),
      };
      fixture.write({ "plan.json": JSON.stringify({ ...forged, digest: planDigest(forged) }) });
      return await fixture.show(["apply", "plan.json", "--unmanaged"]);
    },
  },
];
