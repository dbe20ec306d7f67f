// What a faulty request is answered with, where an answer comes at all; on sockets as in the process.
import type { Dice } from "../../property/generate-text.ts";
import type { Fault } from "./faults.ts";

const html = "<html><head><title>502 Bad Gateway</title></head><body></body></html>";

/** The answer of a fault; `own` is the service's, where it did what it was asked. */
export async function answerOf(
  { seen }: Fault,
  own: Response | undefined,
  dice: Dice,
): Promise<Response> {
  switch (seen) {
    case "408":
    case "429":
    case "500":
      return said(Number(seen), {});
    case "429 asking for 2 seconds":
      return said(429, { "retry-after": "2" });
    case "429 asking for 5 minutes":
      return said(429, { "retry-after": "300" });
    case "503 asking for 1 second":
      return said(503, { "retry-after": "1" });
    case "502 with HTML":
      return new Response(html, { status: 502, headers: { "content-type": "text/html" } });
    case "truncated JSON":
      return json(await beginning(own, dice));
    case "connection refused":
    case "connection closed":
    case "no answer in time":
    case "answer broken off":
      throw new Error(`nothing is answered: ${seen}`);
  }
}

/** The beginning of an answer: at least one character, and never all of it. */
export async function beginning(own: Response | undefined, dice: Dice): Promise<string> {
  const text = own ? await own.text() : '{"id":"1", ';
  return text.slice(0, 1 + dice(text.length - 1));
}

function said(status: number, headers: Record<string, string>): Response {
  return Response.json({ error: "So says the gateway." }, { status, headers });
}

function json(text: string): Response {
  return new Response(text, { headers: { "content-type": "application/json" } });
}
