// Calls of `promptctl test` to the providers of the prompts.
import { identityOf } from "../engine/providers/provider-access.ts";
import { providerFacts } from "../engine/providers/provider-facts.ts";
import type { JsonObject } from "../engine/model/json.ts";
import {
  callProvider,
  missingKey,
  type ProviderCallOptions,
  providerBaseUrl,
} from "./call-provider.ts";
import type { CallRoute } from "./call-route.ts";
import { nativeRequest } from "./native-request.ts";

/** The route to the providers. `options.fetch` is called once for each attempt. */
export function createProviderRoute(options: ProviderCallOptions): CallRoute {
  return {
    prepare: ({ rendered }) => {
      const { parameters } = rendered.prompt;
      const provider = providerFacts[parameters.provider];
      const [baseUrl] = providerBaseUrl(provider, options);
      const request = () => nativeRequest(rendered, options.providers);
      const caller = identityOf(options.providers[provider.id] ?? {});
      const more = Object.keys(caller).length > 0 && { caller };
      const identity = (): JsonObject =>
        ({ baseUrl, ...more, ...request() }) as unknown as JsonObject;
      const send = () => callProvider(options, request());
      const access = `${parameters.provider} ${baseUrl}`;
      const missing = missingKey(provider, options);
      return { identity, parameters, baseUrl, access, missing, send };
    },
  };
}
