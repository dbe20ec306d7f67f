// The rows of the contract: behaviours of endpoints, and requests that are rejected.
import type { Client, ContractResponse } from "./client.ts";

export interface Row {
  readonly name: string;
  /** A decision of this project: another service may differ. */
  readonly ownDecision: boolean;
  readonly run: (client: Client) => Promise<void>;
}

export interface Failure {
  readonly name: string;
  readonly status: number;
  /** Matches the error message; checked only for the embedded service. */
  readonly error: RegExp;
  /** The status is a decision of this project. */
  readonly ownDecision: boolean;
  readonly request: (client: Client) => Promise<ContractResponse>;
}

/** What every service does. */
export const row = (name: string, run: Row["run"]): Row => ({ name, ownDecision: false, run });

/** What this project decided. */
export const ownRow = (name: string, run: Row["run"]): Row => ({ name, ownDecision: true, run });

type FailureFields = [status: number, name: string, error: RegExp, request: Failure["request"]];

/** What every service rejects. */
export const failure = (...[status, name, error, request]: FailureFields): Failure => ({
  name,
  status,
  error,
  ownDecision: false,
  request,
});

/** What this project rejects so. */
export const ownFailure = (...fields: FailureFields): Failure => ({
  ...failure(...fields),
  ownDecision: true,
});
