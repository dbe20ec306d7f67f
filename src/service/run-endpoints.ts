// Endpoints 6 and 7 of the interface, for kinds that run: render a prompt in its provider's native
// request shape, and run it.
import type { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Json, JsonObject } from "../engine/model/json.ts";
import type { Kind } from "../engine/model/kind.ts";
import type { Shape } from "../engine/model/shape.ts";
import type { ModelParametersResponse, Prompt, RunBody } from "../generated/types.ts";
import { wireRunBody } from "../generated/wire-validators.js";
import type { RenderedPrompt } from "../providers/provider.ts";
import { providers } from "../providers/providers.ts";
import type { PromptRunner } from "../providers/runner.ts";
import { renderPrompt } from "./render-prompt.ts";
import { validateBody } from "./validate-body.ts";

export interface RunEndpointOptions {
  readonly row: Kind;
  /** The resource as a response body; throws 404 if there is none. */
  readonly get: (id: string) => JsonObject;
  readonly readBody: (request: Request) => Promise<Json>;
  /** Without a runner, prompts are rendered but not run. */
  readonly runner: PromptRunner | undefined;
}

/** Adds `POST {path}/{id}` and `POST {path}/{id}/completion`. */
export function addRunEndpoints(app: Hono, options: RunEndpointOptions): void {
  const { row, get, readBody, runner } = options;
  const bodyType = { kind: "run body", shape: runBodyShape(row.shape) };
  const rendered = async (id: string, request: Request): Promise<RenderedPrompt> => {
    const prompt = get(id) as unknown as Prompt; // an unknown id is reported before an invalid body
    const body = validateBody(bodyType, wireRunBody, await readBody(request));
    return renderPrompt(prompt, body as unknown as RunBody);
  };
  app.post(`${row.path}/:id`, async ({ req }) =>
    Response.json(toModelParameters(await rendered(req.param("id"), req.raw))),
  );
  app.post(`${row.path}/:id/completion`, async ({ req }) => {
    const prompt = await rendered(req.param("id"), req.raw);
    if (!runner)
      throw new HTTPException(400, {
        message: "This service renders prompts but cannot run them.",
      });
    return Response.json(await runner.complete(prompt, req.raw.signal));
  });
}

function toModelParameters(rendered: RenderedPrompt): ModelParametersResponse {
  const { provider, name } = rendered.prompt.parameters;
  const { id, toRequest } = providers[provider];
  return { provider: id, name, parameters: toRequest(rendered) };
}

/** For error messages: both lists of messages have the shape of the kind's own. */
function runBodyShape(shape: Shape): Shape {
  const messages = shape.form === "object" ? shape.fields["messages"] : undefined;
  const fields = messages ? { overrideMessages: messages, appendMessages: messages } : {};
  return { form: "object", fields };
}
