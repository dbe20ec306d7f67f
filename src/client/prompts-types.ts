// The types of createPrompts.
import type { PromptRun } from "../engine/model/prompt-run.ts";
import type {
  Block,
  Message,
  ModelParameters,
  RunBody,
  ToolCall,
  ToolCallBlock,
} from "../generated/types.ts";

/** What the types of one prompt say: the values that it takes, the names of its tools, and its APIs. */
interface PromptTypes {
  readonly variables: object;
  readonly tools: string;
  readonly api?: RenderedRequest["api"];
}

/** A table of prompts by name, as `promptctl codegen` writes it. */
export type PromptTable<Table> = { readonly [Name in keyof Table]: PromptTypes };

/** What a call adds to a prompt. */
export interface RenderOptions extends Omit<RunBody, "variables"> {
  /** The field of the token limit of Chat Completions, for servers that know only `max_tokens`. */
  readonly maxTokensField?: "max_tokens" | "max_completion_tokens";
}

interface Rendered<Api, Request> {
  readonly provider: ModelParameters["provider"];
  readonly api: Api;
  /** The API version of Anthropic; undefined for other providers. */
  readonly apiVersion: string | undefined;
  /** The body of the request, for the SDK of the provider. `stream` is as the prompt has it. */
  readonly request: Request;
  /** The settings of the prompt that the model refuses, which are not sent. */
  readonly omittedSettings: readonly string[];
  /** Which version of the prompt it is, for logs: the digest of its content, and its id on the service. */
  readonly version: { readonly digest: string; readonly id?: string };
  /** Where the version comes from. */
  readonly source: "service" | "bundle";
}

/**
 * A field of a request, for the SDK of the provider, in whichever version the application has it. The requests
 * have the types of these SDKs, which cannot be named here: the package has no dependencies.
 */
// oxlint-disable-next-line typescript/no-explicit-any
type SdkValue = any;

interface Fields {
  readonly model: string;
  readonly [field: string]: SdkValue;
}

/** A request of a provider. `api` says of which. */
export type RenderedRequest =
  | Rendered<"messages", Fields & { readonly max_tokens: number; readonly messages: SdkValue }>
  | Rendered<"chat", Fields & { readonly messages: SdkValue }>
  | Rendered<"responses", Fields & { readonly input: SdkValue }>;

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

/** The arguments after the name of a prompt: none are needed if no variable is required. */
type Arguments<Variables> = {} extends Variables
  ? [variables?: Variables, options?: RenderOptions]
  : [variables: Variables, options?: RenderOptions];

/** The prompts of an application. Without types of codegen, all names and variables are taken. */
export interface Prompts<Table extends PromptTable<Table>> {
  /** The request of the provider, made here. Throws a Failure without a version or a value. */
  render<Name extends NameIn<Table>>(
    name: Name,
    ...rest: Arguments<VariablesOf<Table, Name>>
  ): Promise<Extract<RenderedRequest, { readonly api: ApiOf<Table, Name> }>>;
  /** The reply of the provider, which the service calls. Throws a CallFailure if that fails. */
  run<Name extends NameIn<Table>>(
    name: Name,
    ...rest: Arguments<VariablesOf<Table, Name>>
  ): Promise<TypedRun<ToolsOf<Table, Name>>>;
  /** Loads the list of the service now, for example at the start. Never rejects. */
  refresh(): Promise<void>;
}

type NameIn<Table> = [keyof Table] extends [never] ? string : keyof Table & string;

type VariablesOf<Table, Name> = Name extends keyof Table
  ? Table[Name] extends { readonly variables: infer Variables }
    ? Variables
    : never
  : { readonly [name: string]: string | null };

type ToolsOf<Table, Name> = Name extends keyof Table
  ? Table[Name] extends { readonly tools: infer Tools extends string }
    ? Tools
    : never
  : string;

/** The types of prompts whose parameters are not in the files say nothing of their API. */
type ApiOf<Table, Name> = Name extends keyof Table
  ? Table[Name] extends { readonly api: infer Api }
    ? Api
    : RenderedRequest["api"]
  : RenderedRequest["api"];
