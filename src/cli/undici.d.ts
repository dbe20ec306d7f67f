// The types of undici do not contain this module.
declare module "undici/lib/web/fetch/constants.js" {
  /** The ports that fetch never connects to: https://fetch.spec.whatwg.org/#port-blocking. */
  export const badPortsSet: ReadonlySet<string>;
}
