// Calls of `promptctl test` to the providers of the prompts.
import type { JsonObject } from "../engine/model/json.ts";
import { callProvider, type ProviderCallOptions, providerBaseUrl } from "./call-provider.ts";
import type { CallRoute } from "./call-route.ts";
import { nativeRequest } from "./native-request.ts";
import { providers } from "./providers.ts";

/** The route to the providers. `options.fetch` is called once for each attempt. */
export function createProviderRoute(options: ProviderCallOptions): CallRoute {
  return {
    prepare: ({ rendered }) => {
      const { parameters } = rendered.prompt;
      const baseUrl = providerBaseUrl(providers[parameters.provider], options);
      const identity = (): JsonObject =>
        ({ baseUrl, ...nativeRequest(rendered) }) as unknown as JsonObject;
      const send = () => callProvider(options, nativeRequest(rendered));
      const access = `${parameters.provider} ${baseUrl}`;
      return { identity, parameters, baseUrl, access, send };
    },
  };
}
