// What the service of two teams has, and what others than promptctl do there.
import type { FakeService } from "../../cli/fake-host.ts";
import { sendRequest } from "./service-requests.ts";
import type { Case, PromptName } from "./team-events.ts";

/** An evaluation on the service. */
export interface RemoteCase extends Case {
  readonly id: string;
  readonly prompt: PromptName;
  readonly assertionIds: readonly string[];
  /** All of it, with its assertions. */
  readonly text: string;
}

export interface TeamService {
  /** The prompts as texts, by name. */
  readonly prompts: ReadonlyMap<string, string>;
  readonly evaluations: readonly RemoteCase[];
}

/** Calls the service directly, as another client would. */
async function call<Item>(
  { fetch }: FakeService,
  method: string,
  path: string,
  body?: object,
): Promise<Item> {
  return (await (await sendRequest({ fetch }, method, path, body)).json()) as Item;
}

interface ListedEvaluation {
  readonly id: string;
  readonly promptId: string;
  readonly variables: { readonly q: string };
  readonly threshold: number;
}

interface ListedAssertion {
  readonly id: string;
  readonly evaluationId: string;
  readonly targetThreshold: number;
}

export async function readTeamService(service: FakeService): Promise<TeamService> {
  const [prompts, evaluations, assertions] = await Promise.all([
    call<{ id: string; name: PromptName }[]>(service, "GET", "prompts"),
    call<ListedEvaluation[]>(service, "GET", "evaluations"),
    call<ListedAssertion[]>(service, "GET", "evaluation-assertions"),
  ]);
  const names = new Map(prompts.map(({ id, name }) => [id, name]));
  return {
    prompts: new Map(prompts.map((each) => [each.name, JSON.stringify(each)])),
    evaluations: evaluations.map((each) => {
      const own = assertions.filter(({ evaluationId }) => evaluationId === each.id);
      return {
        id: each.id,
        prompt: names.get(each.promptId)!,
        question: each.variables.q,
        threshold: each.threshold,
        limits: own.map(({ targetThreshold }) => targetThreshold),
        assertionIds: own.map(({ id }) => id),
        text: JSON.stringify([each, own]),
      };
    }),
  };
}

/** Creates an evaluation, if the prompt exists. */
export async function createCase(
  service: FakeService,
  prompt: PromptName,
  { question, threshold, limits }: Case,
): Promise<void> {
  const prompts = await call<{ id: string; name: string }[]>(service, "GET", "prompts");
  const promptId = prompts.find(({ name }) => name === prompt)?.id;
  if (promptId === undefined) return;
  const variables = { q: question };
  const own = { promptId, variables, appendedMessages: [], weight: 1, threshold };
  const { id } = await call<{ id: string }>(service, "POST", "evaluations", own);
  for (const targetThreshold of limits)
    await call(service, "POST", "evaluation-assertions", {
      evaluationId: id,
      type: "LATENCY",
      targetThreshold,
      weight: 1,
    });
}

export async function deleteAssertion(service: FakeService, id: string): Promise<void> {
  await call(service, "DELETE", `evaluation-assertions/${id}`);
}
