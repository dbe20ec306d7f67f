// Load: requests over kept connections of node:http, one at a time on each, and how long they took.
// Which requests, and what is made of the times, is service.mjs.
import { Agent, request } from "node:http";

/** Requests at once. */
export const connections = 8;

/** One request, a POST where there is a body; resolves with the text of the answer once it is whole. */
export function send(agent, url, body) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = text && {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  };
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method: text ? "POST" : "GET", headers }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const answer = Buffer.concat(chunks);
        if (response.statusCode === 200) resolve(answer);
        else reject(new Error(`${url} answered ${response.statusCode}: ${answer}`));
      });
    });
    asked.on("error", reject);
    asked.end(text);
  });
}

/** Does something `count` times over so many connections, or until the time is over. */
export async function repeat({ count, seconds = 120, at = connections }, work) {
  const agent = new Agent({ keepAlive: true, maxSockets: at });
  const end = performance.now() + seconds * 1000;
  const times = [];
  let begun = 0;
  const one = async () => {
    while (begun < count && performance.now() < end) {
      begun += 1;
      const start = performance.now();
      await work(agent);
      times.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: at }, one));
  agent.destroy();
  return { rate: (times.length * 1000) / (performance.now() - start), ...quantiles(times) };
}

function quantiles(times) {
  const sorted = times.sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return { p50: at(0.5), p99: at(0.99) };
}

/** The middle one of some numbers. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
