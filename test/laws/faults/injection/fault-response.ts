// The responses of faults that have one, for the fetch in this process and for the proxy alike.
import type { RandomInt } from "../../../fixtures/seeded-random.ts";
import type { Fault } from "./faults.ts";

const html = "<html><head><title>502 Bad Gateway</title></head><body></body></html>";

/** The response of a fault. `own` is the response of the service if it processed the request. */
export async function faultResponse(
  { symptom }: Fault,
  own: Response | undefined,
  randomInt: RandomInt,
): Promise<Response> {
  switch (symptom) {
    case "408":
    case "429":
    case "500":
      return gatewayError(Number(symptom), {});
    case "429 with Retry-After 2 s":
      return gatewayError(429, { "retry-after": "2" });
    case "429 with Retry-After 5 min":
      return gatewayError(429, { "retry-after": "300" });
    case "503 with Retry-After 1 s":
      return gatewayError(503, { "retry-after": "1" });
    case "502 with HTML":
      return new Response(html, { status: 502, headers: { "content-type": "text/html" } });
    case "truncated JSON":
      return jsonResponse(await partialBody(own, randomInt));
    case "connection refused":
    case "connection closed":
    case "no response in time":
    case "response cut off":
      throw new Error(`this fault has no response: ${symptom}`);
  }
}

/** The first part of a response body: at least one character, never the whole body. */
export async function partialBody(
  own: Response | undefined,
  randomInt: RandomInt,
): Promise<string> {
  const text = own ? await own.text() : '{"id":"1", ';
  return text.slice(0, 1 + randomInt(text.length - 1));
}

function gatewayError(status: number, headers: Record<string, string>): Response {
  return Response.json({ error: "Error of the gateway." }, { status, headers });
}

function jsonResponse(text: string): Response {
  return new Response(text, { headers: { "content-type": "application/json" } });
}
