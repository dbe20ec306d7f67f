// An alert: what a reviewer of a plan must not miss. A plan has a list of them.
import type { Json } from "./json.ts";
import type { Address } from "./resource.ts";

/** The codes in the order in which a plan shows its alerts. No code is part of another one. */
export const alertCodes = [
  "delete",
  "conflict",
  "history-unknown",
  "unpromoted",
  "rename",
  "guard",
  "loosened",
  "replies",
  "tests",
  "model",
  "secret",
  "warning",
] as const;

export type AlertCode = (typeof alertCodes)[number];

/** Our own words, and names and values (`code`) from definitions, git or the service. */
export type AlertText = readonly (
  | string
  | { readonly code: string; readonly isCommand?: boolean }
)[];

export interface Alert {
  readonly code: AlertCode;
  /** The resources that it concerns. */
  readonly addresses: readonly Address[];
  /** One line. Undefined where values must not be shown. */
  readonly text?: AlertText;
  /** What a reader can do about it. */
  readonly hint?: AlertText;
  readonly facts?: AlertFacts;
}

/** What a policy can decide with. Each code but `secret` has its own facts. */
interface AlertFacts {
  /** delete, conflict, history-unknown, unpromoted: the number of resources by kind. */
  readonly counts?: { readonly [kind: string]: number };
  /** loosened, replies, tests */
  readonly changes?: readonly AlertChange[];
  /** model */
  readonly model?: { readonly before: AlertModel; readonly after: AlertModel };
  /** guard: `prune false → true`, and the environments in which it counts. */
  readonly setting?: string;
  readonly environments?: readonly string[];
  /** rename: the earlier name, and the id of the resource that has it. */
  readonly renamedFrom?: string;
  readonly id?: string;
  /** warning: the codes of the diagnostics. */
  readonly diagnostics?: readonly string[];
}

/** A field that changed. Without `before` it is new, without `after` it was removed. */
interface AlertChange {
  readonly address: Address;
  /** A JSON pointer. */
  readonly path: string;
  /** tests: whether it certainly makes the test easier. */
  readonly looser?: boolean;
  readonly before?: Json;
  readonly after?: Json;
}

export interface AlertModel {
  readonly provider: string;
  readonly name: string;
  /** How much it reasons, and the API that it is called with, if a prompt says so. */
  readonly effort?: string;
  readonly api?: string;
  /** Undefined if it is not known. */
  readonly price?: ModelPrice | undefined;
}

/** US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

/** Further values are only counted. */
const maxValues = 5;

/** The first texts, each as a value of its own, and the number of the others. */
export function alertValues(values: readonly string[], total: number = values.length): AlertText {
  const more = total - maxValues;
  const shown = values.slice(0, maxValues).flatMap((code) => [", ", { code }]);
  return [...shown.slice(1), ...(more > 0 ? [` and ${more} more`] : [])];
}

/** Puts the alerts in the order of their codes. Those with the same code stay in their order. */
export function inAlertOrder(alerts: readonly Alert[]): Alert[] {
  return alertCodes.flatMap((code) => alerts.filter((alert) => alert.code === code));
}
