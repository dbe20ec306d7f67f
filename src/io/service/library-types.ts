// The types of the library's clients. The package contains the declarations of all that they import.
import type { PromptRendering, PromptRun } from "../../engine/model/prompt-run.ts";
import type {
  Assertion,
  AssertionBody,
  Block,
  DeleteResult,
  Evaluation,
  EvaluationBody,
  Message,
  Prompt,
  PromptBody,
  RunBody,
  Tool,
  ToolBody,
  ToolCall,
  ToolCallBlock,
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
    /**
     * The prompt as a request of its provider, with variables replaced. `prompt`: the id, or the
     * name if the client has `ids`.
     */
    render(prompt: string, run?: RunBody): Promise<PromptRendering>;
    /**
     * The provider's reply, with tokens, milliseconds, US dollars and the reason why it ended.
     * `prompt`: the id, or the name if the client has `ids`.
     */
    run(prompt: string, run?: RunBody): Promise<PromptRun>;
  };
  /** Only some services support `update` of evaluations. */
  readonly evaluations: Collection<EvaluationBody, Evaluation>;
  readonly assertions: Omit<Collection<AssertionBody, Assertion>, "list"> & {
    /** All assertions, or those of one evaluation. */
    list(filter?: { readonly evaluationId: string }): Promise<Assertion[]>;
  };
}

/** Ids on one service, by address: `{ "prompt/Support triage": "63a1f0c2" }`. */
export type Ids = Readonly<Record<string, string>>;

/** What the types of one prompt say: the values that it takes, and the names of its tools. */
interface PromptTypes {
  readonly variables: object;
  readonly tools: string;
}

/** A table of prompts by name, as `promptctl codegen` writes it. */
export type PromptTable<Prompts> = { readonly [Name in keyof Prompts]: PromptTypes };

/** A client that takes the names and the variables of one project only. */
export interface TypedClient<Prompts extends PromptTable<Prompts>> extends Omit<Client, "prompts"> {
  readonly prompts: Omit<Client["prompts"], "render" | "run"> & {
    /** The prompt as a request of its provider, with variables replaced. */
    render<Name extends keyof Prompts & string>(
      prompt: Name,
      ...run: RunArguments<Prompts[Name]["variables"]>
    ): Promise<PromptRendering>;
    /** The provider's reply, with tokens, milliseconds, US dollars and the reason why it ended. */
    run<Name extends keyof Prompts & string>(
      prompt: Name,
      ...run: RunArguments<Prompts[Name]["variables"]>
    ): Promise<TypedRun<Prompts[Name]["tools"]>>;
  };
}

/** The arguments after the name of a prompt: none are needed if no variable is required. */
type RunArguments<Variables> = {} extends Variables
  ? [run?: Omit<RunBody, "variables"> & { readonly variables?: Variables }]
  : [run: Omit<RunBody, "variables"> & { readonly variables: Variables }];

/** The reply of a prompt, whose tool calls have the names of its tools. */
export interface TypedRun<Tools extends string> extends Omit<PromptRun, "message"> {
  readonly message: Omit<Message, "content"> & { readonly content: readonly TypedBlock<Tools>[] };
}

type TypedBlock<Tools extends string> =
  | Exclude<Block, ToolCallBlock>
  | (Omit<ToolCallBlock, "toolCall"> & {
      readonly toolCall: Omit<ToolCall, "function"> & {
        readonly function: Omit<ToolCall["function"], "name"> & { readonly name: Tools };
      };
    });
