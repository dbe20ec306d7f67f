// The service as an application sees it: typed functions for list, get, create, update and delete.
import type { Json } from "../engine/json.ts";
import type {
  Assertion,
  AssertionBody,
  DeleteResult,
  Evaluation,
  EvaluationBody,
  Prompt,
  PromptBody,
  Tool,
  ToolBody,
} from "../generated/types.ts";
import type { Call } from "./http.ts";

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
  readonly prompts: Collection<PromptBody, Prompt>;
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
    prompts: collection(call, "/sdk/v1/prompts"),
    evaluations: collection(call, "/sdk/v1/evaluations"),
    assertions: collection(call, "/sdk/v1/evaluation-assertions"),
  };
}

interface Filtered<Body, Answer> extends Omit<Collection<Body, Answer>, "list"> {
  list(filter?: Readonly<Record<string, string>>): Promise<Answer[]>;
}

function collection<Body, Answer>(call: Call, path: string): Filtered<Body, Answer> {
  const item = (id: string): string => `${path}/${encodeURIComponent(id)}`;
  const read = async <Result>(answer: Promise<Json>): Promise<Result> => (await answer) as Result;
  return {
    list: (filter) => read(call("GET", filter ? `${path}?${new URLSearchParams(filter)}` : path)),
    get: (id) => read(call("GET", item(id))),
    create: (body) => read(call("POST", path, body as Json)),
    update: (id, body) => read(call("PUT", item(id), body as Json)),
    delete: (id) => read(call("DELETE", item(id))),
  };
}
