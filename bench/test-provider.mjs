// A provider with OpenAI's interface that answers each call after a fixed time.
// Usage: node bench/test-provider.mjs <milliseconds>
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";

const latencyMs = Number(process.argv[2]);
const body = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "gpt-5.4-mini",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: "Reply about the order." },
      finish_reason: "stop",
    },
  ],
  usage: { prompt_tokens: 120, completion_tokens: 8, total_tokens: 128 },
});

const server = createServer(async (request, response) => {
  const end = performance.now() + latencyMs;
  request.resume();
  await once(request, "end");
  while (performance.now() < end) await setTimeout(Math.ceil(end - performance.now()));
  response.setHeader("content-type", "application/json").end(body);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`Serving at http://127.0.0.1:${server.address().port}\n`);
