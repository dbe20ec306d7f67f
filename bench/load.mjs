// Sends HTTP requests over keep-alive connections, one at a time on each, and measures their times.
import { Agent, request as httpRequest } from "node:http";
import { setTimeout as nextMillisecond } from "node:timers/promises";

/** Connections in parallel. */
export const connections = 8;

/** Sends a GET, or a POST if there is a body; returns the bytes of the response. */
export function send(agent, url, body) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = text && {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  };
  const options = { agent, method: text ? "POST" : "GET", headers };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, options, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`${url}: status ${response.statusCode}: ${bytes}`));
      });
    });
    request.on("error", reject);
    request.end(text);
  });
}

/** Sends a request `count` times or until the time limit; returns the rate per second and times in ms. */
export async function repeat({ count, seconds = 120, parallel = connections }, sendOne) {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const start = performance.now();
  const times = [];
  let started = 0;
  const worker = async () => {
    while (started < count && performance.now() < start + seconds * 1000) {
      started += 1;
      const requestStart = performance.now();
      await sendOne(agent);
      times.push(performance.now() - requestStart);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  const rate = (times.length * 1000) / (performance.now() - start);
  return { rate, p50: quantile(0.5), p99: quantile(0.99) };
}

/** Sends a request at a constant rate, whether or not earlier ones were answered; ends after `count`. */
export async function sendAtRate({ count, perSecond }, sendOne) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  const sent = [];
  while (sent.length < count) {
    while (sent.length < Math.min(count, ((performance.now() - start) * perSecond) / 1000))
      sent.push(sendOne(agent));
    await nextMillisecond(1);
  }
  await Promise.all(sent);
  agent.destroy();
}

/** The median of some numbers. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
