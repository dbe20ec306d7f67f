// The types of the library's clients. The package contains the declarations of all that they import.
import type { PromptRendering, PromptRun } from "../../engine/model/prompt-run.ts";
import type {
  Assertion,
  AssertionBody,
  DeleteResult,
  Evaluation,
  EvaluationBody,
  Prompt,
  PromptBody,
  RunBody,
  Tool,
  ToolBody,
} from "../../generated/types.ts";

/** The endpoints of one collection. All throw a CallFailure if the call fails. */
export interface Collection<Body, Resource> {
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
    render(id: string, run?: RunBody): Promise<PromptRendering>;
    /** The provider's reply, with tokens, milliseconds, US dollars and the reason why it ended. */
    run(id: string, run?: RunBody): Promise<PromptRun>;
  };
  /** Only some services support `update` of evaluations. */
  readonly evaluations: Collection<EvaluationBody, Evaluation>;
  readonly assertions: Omit<Collection<AssertionBody, Assertion>, "list"> & {
    /** All assertions, or those of one evaluation. */
    list(filter?: { readonly evaluationId: string }): Promise<Assertion[]>;
  };
}
