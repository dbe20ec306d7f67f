// The table of cost and time in the HTML report of promptctl test.
import { html } from "hono/html";
import { mean } from "../../engine/evaluate/summary.ts";
import { dollars, durationText } from "../../engine/text/quantities.ts";
import type { TestPrompt, TestResult } from "../../generated/types.ts";
import type { Html } from "../text/html-parts.ts";

/** The mean cost and latency of the first replies of a prompt; null if not known. */
interface PromptUsage {
  readonly prompt: TestPrompt;
  readonly side: "base" | "head";
  readonly cost: number | null;
  readonly latency: number | null;
}

/** The mean cost and time of the replies of each prompt, as bars. */
export function costSection(result: TestResult): Html | "" {
  const rows = promptUsages(result);
  const most = (values: readonly (number | null)[]): number =>
    Math.max(0, ...values.map((value) => value ?? 0));
  const [cost, latency] = [most(rows.map((r) => r.cost)), most(rows.map((r) => r.latency))];
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
    <div class="scroll" role="region" aria-label="Cost and time" tabindex="0">
      <table>
        <caption>
          The mean of a reply
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
      </table>
    </div>`;
}

function promptUsages({ prompts, cases }: TestResult): PromptUsage[] {
  return prompts.flatMap((prompt) => {
    const own = cases.filter((each) => each.prompt === prompt.address);
    return (["base", "head"] as const).flatMap((side): PromptUsage[] => {
      const replies = own.flatMap((each) => each[side]?.trials[0]?.reply ?? []);
      if (replies.length === 0) return [];
      const cost = mean(replies.map((reply) => reply.cost));
      return [{ prompt, side, cost, latency: mean(replies.map((reply) => reply.latency)) }];
    });
  });
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
