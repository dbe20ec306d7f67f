// The service as an application sees it: a typed function for each of its endpoints.
import type { Json } from "../engine/model/json.ts";
import type {
  Assertion,
  AssertionBody,
  Completion,
  DeleteResult,
  Evaluation,
  EvaluationBody,
  ModelParametersResponse,
  Prompt,
  PromptBody,
  RunBody,
  Tool,
  ToolBody,
} from "../generated/types.ts";
import type { Call } from "./http.ts";
import { itemPath } from "./paths.ts";

/** The calls of one collection. All throw a CallFailure when the call does not come off. */
interface Collection<Body, Answer> {
  /** Everything there is, in the order of its creation. */
  list(): Promise<Answer[]>;
  get(id: string): Promise<Answer>;
  create(body: Body): Promise<Answer>;
  /** Replaces the whole resource. */
  update(id: string, body: Body): Promise<Answer>;
  delete(id: string): Promise<DeleteResult>;
}

export interface Client {
  readonly tools: Collection<ToolBody, Tool>;
  /** Creating and updating a prompt deploys it. */
  readonly prompts: Collection<PromptBody, Prompt> & {
    /** The prompt as a request in its provider's own shape, variables filled in. */
    render(id: string, run?: RunBody): Promise<ModelParametersResponse>;
    /** The provider's reply, with tokens, milliseconds and US dollars. */
    run(id: string, run?: RunBody): Promise<Completion>;
  };
  /** The contract has no update of evaluations; services that have it are declared as such. */
  readonly evaluations: Collection<EvaluationBody, Evaluation>;
  readonly assertions: Omit<Collection<AssertionBody, Assertion>, "list"> & {
    /** Everything there is, or what belongs to one evaluation. */
    list(filter?: { readonly evaluationId: string }): Promise<Assertion[]>;
  };
}

/** The typed functions over the calls of one service. */
export function createClient(call: Call): Client {
  return {
    tools: collection(call, "/sdk/v1/tools"),
    prompts: {
      ...collection(call, prompts),
      render: (id, run = {}) =>
        read(call("POST", itemPath(prompts, id), run as Json, { wants: "object" })),
      run: (id, run = {}) =>
        read(call("POST", `${itemPath(prompts, id)}/completion`, run as Json, { wants: "object" })),
    },
    evaluations: collection(call, "/sdk/v1/evaluations"),
    assertions: collection(call, "/sdk/v1/evaluation-assertions"),
  };
}

const prompts = "/sdk/v1/prompts";

/** The types are the service's word. */
async function read<Result>(answer: Promise<Json>): Promise<Result> {
  return (await answer) as Result;
}

interface Filtered<Body, Answer> extends Omit<Collection<Body, Answer>, "list"> {
  list(filter?: Readonly<Record<string, string>>): Promise<Answer[]>;
}

function collection<Body, Answer>(call: Call, path: string): Filtered<Body, Answer> {
  const item = (id: string): string => itemPath(path, id);
  return {
    list: (filter) => read(call("GET", filter ? `${path}?${new URLSearchParams(filter)}` : path)),
    get: (id) => read(call("GET", item(id))),
    create: (body) => read(call("POST", path, body as Json)),
    update: (id, body) => read(call("PUT", item(id), body as Json)),
    delete: (id) => read(call("DELETE", item(id))),
  };
}
