// Base addresses: which may receive a key at all, and how two of them are compared.
import { Failure } from "../engine/model/failure.ts";

/**
 * The address as it is compared, fit to receive a key: https, or http on this machine; without
 * user, query or the path of the interface. `from` says where it was read, for the message.
 */
export function checkedBaseUrl(address: string, from = ""): string {
  const wrong = (message: string, hint: string): Failure =>
    new Failure("usage", "wrong-base-url", message, hint);
  if (address === "local")
    throw wrong('"local" is no address.', "The embedded service is --local.");
  const example = "A base address looks like https://prompts.example.com.";
  if (!URL.canParse(address))
    throw wrong(`"${withoutUser(address)}" is no address${from}.`, example);
  const url = new URL(address);
  if (url.username || url.password)
    throw wrong(
      `The base address${from} holds a user or a password.`,
      "Take it out: the key comes from PROMPTCTL_API_KEY.",
    );
  if (url.search || url.hash)
    throw wrong(
      `The base address${from} holds a query or a fragment.`,
      "Leave out what follows ? or #.",
    );
  if (/\/sdk\/v1\/*$/.test(url.pathname))
    throw wrong(
      `The base address${from} ends in /sdk/v1, which every path begins with.`,
      "Leave it out.",
    );
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw wrong(`"${address}" is not an https address${from}.`, example);
  if (url.protocol === "http:" && !isLoopback(url))
    throw wrong(
      `${address}${from} would carry the key unencrypted.`,
      "Use https; plain http is for this machine only (localhost).",
    );
  return comparableUrl(address);
}

/** Whether an address leads to this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

/** An address that cannot be read, without what may be a password in it. */
function withoutUser(address: string): string {
  return address.replace(/^([^/]*\/\/)?.*@/s, "$1…@");
}

/** A base address as it is compared: origin and path, without a trailing slash; `local` stays. */
export function comparableUrl(url: string): string {
  if (!URL.canParse(url)) return withoutUser(url);
  const { origin, pathname } = new URL(url);
  return (origin + pathname).replace(/\/+$/, "");
}
