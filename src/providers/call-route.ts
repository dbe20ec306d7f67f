// A route is how calls of `promptctl test` reach a model: directly at its provider
// (provider-route.ts), or through the service (service-route.ts).
import type { JsonObject } from "../engine/model/json.ts";
import type { TrialRequest } from "../engine/evaluate/trials/trial-calls.ts";
import type { ModelParameters } from "../generated/types.ts";
import type { ProviderReply } from "./reply.ts";

export interface CallRoute {
  /** The call for a request; not made yet. */
  prepare(request: TrialRequest): PreparedCall;
}

export interface PreparedCall {
  /**
   * All that decides the reply, without the API key: calls with equal identities are the same call.
   */
  identity(): JsonObject;
  readonly parameters: ModelParameters;
  /** The base URL, without a trailing slash. */
  readonly baseUrl: string;
  /** Calls with the same access share a limit, and failures such as a rejected key. */
  readonly access: string;
  /** Why each attempt fails: the key that is missing, in sentences. */
  readonly missing?: string | undefined;
  /** One attempt. Throws a CallFailure. */
  send(): Promise<ProviderReply>;
}
