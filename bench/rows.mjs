// The rows of the table of bench.mjs: what was measured, beside what, and the target.
import { met, size } from "./report.mjs";

/** The heads of the columns. */
export const heads = ["case", "promptctl", "beside", "ratio", "target", "result"];

/** A time beside another; `most` is the target, where there is one. */
export function timeRow(name, { ours, other, ratio }, beside, most) {
  return [name, ms(ours), `${beside} ${ms(other)}`, ratio.toFixed(2), ...atMost(ratio, most)];
}

/** A peak of memory in bytes beside another. */
export function memoryRow(name, { ours, other, ratio }, beside, most) {
  return [name, size(ours), `${beside} ${size(other)}`, ratio.toFixed(2), ...atMost(ratio, most)];
}

/** Bytes, with a target in bytes. */
export function bytesRow(name, bytes, most) {
  return [name, size(bytes), "", "", `under ${most / 1e6} MB`, met(bytes < most)];
}

function atMost(ratio, most) {
  return most === undefined ? ["", ""] : [`${most} or less`, met(ratio <= most)];
}

function ms(time) {
  return `${time < 100 ? time.toFixed(1) : Math.round(time)} ms`;
}
