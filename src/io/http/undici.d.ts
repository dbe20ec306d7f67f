// The types of undici do not contain its parts.
declare module "undici/lib/api/index.js" {
  import type { Dispatcher } from "undici";
  export const request: Dispatcher["request"];
  export const connect: Dispatcher["connect"];
}
declare module "undici/lib/core/connect.js" {
  export { buildConnector as default } from "undici";
}
declare module "undici/lib/dispatcher/agent.js" {
  export { Agent as default } from "undici";
}
declare module "undici/lib/dispatcher/dispatcher.js" {
  export { Dispatcher as default } from "undici";
}
declare module "undici/lib/dispatcher/env-http-proxy-agent.js" {
  export { EnvHttpProxyAgent as default } from "undici";
}
