// Endpoints 6 and 7 of the interface, for kinds that run: render a prompt in its provider's native
// request shape, and run it.
import type { Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Json, JsonObject } from "../engine/model/json.ts";
import type { ModelParametersResponse, Prompt, RunBody } from "../generated/types.ts";
import { wireRunBody } from "../generated/wire-validators.js";
import type { RenderedPrompt } from "../providers/provider.ts";
import { providers } from "../providers/providers.ts";
import type { PromptRunner } from "../providers/runner.ts";
import { renderPrompt } from "./render-prompt.ts";
import { validateBody } from "./validate-body.ts";

export interface RunEndpointOptions {
  /** The path of one resource, with the parameter `id`. */
  readonly path: `${string}/:id`;
  /** The resource as a response body; throws 404 if there is none. */
  readonly get: (id: string) => JsonObject;
  readonly readBody: (context: Context) => Promise<Json>;
  /** Without a runner, prompts are rendered but not run. */
  readonly runner: PromptRunner | undefined;
}

const runBody = { name: "run body", schema: "wire/run-body", validator: wireRunBody };

/** Adds `POST {path}` and `POST {path}/completion`. */
export function addRunEndpoints(app: Hono, options: RunEndpointOptions): void {
  const { path, get, readBody, runner } = options;
  const rendered = async (context: Context): Promise<RenderedPrompt> => {
    const prompt = get(context.req.param("id")!) as unknown as Prompt; // first, for status 404
    const body = validateBody(runBody, await readBody(context));
    return renderPrompt(prompt, body as unknown as RunBody);
  };
  app.post(path, async (context) => {
    const prompt = await rendered(context);
    const { provider, name } = prompt.prompt.parameters;
    const { id, toRequest } = providers[provider];
    const response: ModelParametersResponse = { provider: id, name, parameters: toRequest(prompt) };
    return Response.json(response);
  });
  app.post(`${path}/completion`, async (context) => {
    const prompt = await rendered(context);
    if (!runner)
      throw new HTTPException(400, {
        message: "This service renders prompts but cannot run them.",
      });
    return Response.json(await runner.complete(prompt, context.req.raw.signal));
  });
}
