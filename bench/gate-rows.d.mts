// The types of gate-rows.mjs, for the test of docs/gate.md.
import type { Scenario } from "./gate-simulation.mjs";

type Row = readonly [
  name: string,
  scenario: Scenario,
  options: { readonly isShown?: boolean; readonly found?: number; readonly fewer?: number },
];

export const flaky: Scenario;
export const unchanged: readonly Row[];
export const worse: readonly Row[];
export const dependent: readonly Row[];
