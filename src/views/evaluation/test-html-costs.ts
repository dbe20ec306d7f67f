// The table of cost and time in the HTML report of promptctl test.
import { html } from "hono/html";
import { mean } from "../../engine/evaluate/summary.ts";
import { dollars, durationText } from "../../engine/text/quantities.ts";
import type { TestCase, TestPrompt, TestResult } from "../../generated/types.ts";
import { groupBy } from "../../engine/model/collections.ts";
import type { Html } from "../text/html-parts.ts";

/** The mean cost and latency of the first replies of a prompt; null if not known. */
interface PromptUsage {
  readonly prompt: TestPrompt;
  readonly side: "base" | "head";
  readonly cost: number | null;
  readonly latency: number | null;
}

const maxPrompts = 200;

/**
 * The mean cost and time of the first replies of each prompt, as bars: of the same cases on both sides,
 * else of the head alone.
 */
export function costSection({ prompts, cases }: TestResult): Html | "" {
  const byPrompt = groupBy(cases, ({ prompt }) => prompt);
  const all = prompts.flatMap((prompt) => usagesOf(prompt, byPrompt.get(prompt.address) ?? []));
  const rows = all.slice(0, maxPrompts);
  const [cost, latency] = [largest(rows.map((r) => r.cost)), largest(rows.map((r) => r.latency))];
  if (cost + latency === 0) return "";
  const lines = rows.map(
    (row) =>
      html`<tr>
        <th scope="row"><code>${row.prompt.address}</code></th>
        <td>${row.side}</td>
        <td>${bar(row.cost, cost, row.side, dollars)}</td>
        <td>${bar(row.latency, latency, row.side, durationText)}</td>
      </tr>`,
  );
  return html`<h2>Cost and time</h2>
    <table>
      <caption>
        The mean of a
        reply${all.length > rows.length && `. ${all.length - rows.length} more rows are left out`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Prompt</th>
          <th scope="col">Side</th>
          <th scope="col">Cost</th>
          <th scope="col">Time</th>
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>`;
}

function largest(values: readonly (number | null)[]): number {
  return values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
}

function usagesOf(prompt: TestPrompt, cases: readonly TestCase[]): PromptUsage[] {
  const { difference } = prompt;
  if (difference) {
    const { baseCost, baseLatency, headCost, headLatency } = difference;
    return [
      { prompt, side: "base", cost: baseCost, latency: baseLatency },
      { prompt, side: "head", cost: headCost, latency: headLatency },
    ];
  }
  const replies = cases.flatMap(({ head }) => head.trials[0]?.reply ?? []);
  if (replies.length === 0) return [];
  const cost = mean(replies.map((reply) => reply.cost));
  return [{ prompt, side: "head", cost, latency: mean(replies.map((reply) => reply.latency)) }];
}

function bar(
  value: number | null,
  most: number,
  side: "base" | "head",
  text: (value: number) => string,
): Html {
  if (value === null) return html`<span class="muted">unknown</span>`;
  const width = most === 0 ? 0 : (value / most) * 8;
  return html`<span class="bar ${side}" style="width: ${width.toFixed(2)}rem"></span>
    ${text(value)}`;
}
