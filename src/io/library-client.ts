// The client of the library: a typed function for each endpoint.
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
import { type Call, itemPath } from "./http.ts";

/** The endpoints of one collection. All throw a CallFailure if the call fails. */
interface Collection<Body, Resource> {
  /** All resources, in the order of their creation. */
  list(): Promise<Resource[]>;
  get(id: string): Promise<Resource>;
  create(body: Body): Promise<Resource>;
  /** Replaces the whole resource. */
  update(id: string, body: Body): Promise<Resource>;
  delete(id: string): Promise<DeleteResult>;
}

export interface Client {
  readonly tools: Collection<ToolBody, Tool>;
  /** Creating and updating a prompt deploys it. */
  readonly prompts: Collection<PromptBody, Prompt> & {
    /** The prompt as a request of its provider, with variables replaced. */
    render(id: string, run?: RunBody): Promise<ModelParametersResponse>;
    /** The provider's reply, with tokens, milliseconds and US dollars. */
    run(id: string, run?: RunBody): Promise<Completion>;
  };
  /** Only some services support `update` of evaluations. */
  readonly evaluations: Collection<EvaluationBody, Evaluation>;
  readonly assertions: Omit<Collection<AssertionBody, Assertion>, "list"> & {
    /** All assertions, or those of one evaluation. */
    list(filter?: { readonly evaluationId: string }): Promise<Assertion[]>;
  };
}

/** Creates the client on the calls of one service. */
export function clientFromCall(call: Call): Client {
  const post = <Result>(path: string, body: RunBody): Promise<Result> =>
    typed(call("POST", path, body as Json, { expects: "object" }));
  return {
    tools: collection(call, "/sdk/v1/tools"),
    prompts: {
      ...collection(call, prompts),
      render: (id, run = {}) => post(itemPath(prompts, id), run),
      run: (id, run = {}) => post(`${itemPath(prompts, id)}/completion`, run),
    },
    evaluations: collection(call, "/sdk/v1/evaluations"),
    assertions: collection(call, "/sdk/v1/evaluation-assertions"),
  };
}

const prompts = "/sdk/v1/prompts";

/** Casts without checks: the types are what the interface specifies. */
async function typed<Result>(response: Promise<Json>): Promise<Result> {
  return (await response) as Result;
}

interface FilteredCollection<Body, Resource> extends Omit<Collection<Body, Resource>, "list"> {
  list(filter?: Readonly<Record<string, string>>): Promise<Resource[]>;
}

function collection<Body, Resource>(call: Call, path: string): FilteredCollection<Body, Resource> {
  const item = (id: string): string => itemPath(path, id);
  return {
    list: (filter) => typed(call("GET", filter ? `${path}?${new URLSearchParams(filter)}` : path)),
    get: (id) => typed(call("GET", item(id))),
    create: (body) => typed(call("POST", path, body as Json)),
    update: (id, body) => typed(call("PUT", item(id), body as Json)),
    delete: (id) => typed(call("DELETE", item(id))),
  };
}
