// Endpoints 6 and 7 of the interface, for kinds that run: a prompt as its provider takes it, and
// the provider's answer to it. Who answers is runner.ts.
import type { Hono } from "hono";
import type { Json, JsonObject } from "../../engine/model/json.ts";
import type { Kind } from "../../engine/model/kind.ts";
import type { Shape } from "../../engine/model/shape.ts";
import type { ModelParametersResponse, Prompt, RunBody } from "../../generated/types.ts";
import { wireRunBody } from "../../generated/wire-validators.js";
import { checkBody } from "../body-check.ts";
import { type Run, runOf } from "./conversation.ts";
import { providers } from "./providers.ts";
import { refusal } from "./provider-failure.ts";
import type { Runner } from "./runner.ts";

export interface RunningOptions {
  readonly row: Kind;
  /** The resource as it is read; throws 404 where there is none. */
  readonly get: (id: string) => JsonObject;
  readonly read: (request: Request) => Promise<Json>;
  /** Without one, prompts are rendered and not run. */
  readonly runner: Runner | undefined;
}

/** Adds `POST {path}/{id}` and `POST {path}/{id}/completion`. */
export function addRunning(app: Hono, { row, get, read, runner }: RunningOptions): void {
  const checked = { kind: "run body", shape: bodyShape(row.shape) };
  const run = async (id: string, request: Request): Promise<Run> => {
    const prompt = get(id) as unknown as Prompt; // an unknown id is said before mistakes of the body
    const body = checkBody(checked, wireRunBody, await read(request));
    return runOf(prompt, body as unknown as RunBody);
  };
  app.post(`${row.path}/:id`, async ({ req }) =>
    Response.json(rendered(await run(req.param("id"), req.raw))),
  );
  app.post(`${row.path}/:id/completion`, async ({ req }) => {
    const asked = await run(req.param("id"), req.raw);
    if (!runner) throw refusal(400, "This service renders prompts and does not run them.");
    return Response.json(await runner.complete(asked, req.raw.signal));
  });
}

function rendered(run: Run): ModelParametersResponse {
  const { provider, name } = run.prompt.parameters;
  const { id, native } = providers[provider];
  return { provider: id, name, parameters: native(run) };
}

/** For the words of mistakes: both lists of messages are as the kind's own. */
function bodyShape(shape: Shape): Shape {
  const messages = shape.form === "object" ? shape.fields["messages"] : undefined;
  const fields = messages ? { overrideMessages: messages, appendMessages: messages } : {};
  return { form: "object", fields };
}
