// The parts of undici that send requests: the whole takes longer to load than all else of a small plan. Puts
// them together as undici's index.js does.
import * as calls from "undici/lib/api/index.js";
import buildConnector from "undici/lib/core/connect.js";
import Agent from "undici/lib/dispatcher/agent.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js";

Object.assign(Dispatcher.prototype, { request: calls.request, connect: calls.connect });

export { Agent, buildConnector, EnvHttpProxyAgent };
