// The endpoints of kinds that run: POST to `<path>/<id>` renders a prompt in its provider's native
// request shape, POST to `<path>/<id>/completion` runs it.
import type { Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { extensionHeaders } from "../../../engine/model/extensions.ts";
import type { Kind } from "../../../engine/model/kind.ts";
import { exactJsonText } from "../../../engine/model/number-texts.ts";
import type { RenderedPrompt } from "../../../engine/render/rendered-prompt.ts";
import type { Prompt, RunBody } from "../../../generated/types.ts";
import { bodies } from "../../../generated/wire-validators.js";
import { renderingOf } from "../../../providers/rendering.ts";
import type { PromptRunner } from "../../../providers/runner.ts";
import { renderPrompt } from "./render-prompt.ts";
import { getResource, type ResourceContext } from "../resources/resources.ts";
import { omittedSettingsHeader, toCompletionResponse } from "./run-responses.ts";
import { readValidBody } from "../requests/validate-body.ts";

export interface RunOptions extends ResourceContext {
  /** Without a runner, resources of kinds that run are rendered but not run. */
  readonly runner?: PromptRunner;
  /** Maximum size of a request body; default 16 MiB, because bodies contain base64 images. */
  readonly bodyLimitBytes?: number;
}

const bodyType = { name: "run body", schema: "wire/run-body", validator: bodies.run };

/** Adds `POST {path}/:id` and `POST {path}/:id/completion`. */
export function addRunEndpoints(app: Hono, row: Kind, options: RunOptions): void {
  const { runner, bodyLimitBytes } = options;
  const announced = extensionHeaders(bodyLimitBytes);
  const rendered = async (context: Context): Promise<RenderedPrompt> => {
    const id = context.req.param("id")!;
    const prompt = await getResource(options, row, id); // first, for status 404
    const body = await readValidBody(context, bodyType, bodyLimitBytes);
    return renderPrompt(prompt as unknown as Prompt, body as unknown as RunBody);
  };
  app.post(`${row.path}/:id`, async (context) => {
    const { omittedSettings, ...response } = renderingOf(await rendered(context));
    const headers = omittedSettingsHeader(omittedSettings);
    const type = { "content-type": "application/json" };
    return new Response(exactJsonText(response), {
      headers: { ...type, ...headers, ...announced },
    });
  });
  app.post(`${row.path}/:id/completion`, async (context) => {
    const prompt = await rendered(context);
    if (!runner)
      throw new HTTPException(400, {
        message: "This service renders prompts but cannot run them.",
      });
    const run = await runner.complete(prompt, context.req.raw.signal);
    const { body, headers } = toCompletionResponse(run);
    return Response.json(body, { headers: { ...headers, ...announced } });
  });
}
