// The address of a client. Behind a proxy it is in X-Forwarded-For, which anyone can send, so the header
// counts only if a trusted proxy sent the request.
import { BlockList, isIP, isIPv6 } from "node:net";

/** From the address of the other end of a connection, and the header X-Forwarded-For. */
export type ClientAddress = (
  remote: string | undefined,
  forwarded: string | undefined,
) => string | undefined;

/** `trusted`: the proxies, as addresses or subnets. */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
  const list = new BlockList();
  for (const { address, length } of trusted.map(subnetOf))
    list.addSubnet(address, length, familyOf(address));
  const isTrusted = (address: string): boolean =>
    trusted.length > 0 && list.check(address, familyOf(address));
  return (remote, forwarded) => {
    if (remote === undefined) return undefined;
    let client = plainAddress(remote);
    if (!isTrusted(client)) return client;
    // Each proxy appends the address that it got the request from, so the nearest one is the last.
    const senders = (forwarded ?? "").split(",").map((each) => plainAddress(each.trim()));
    while (isTrusted(client)) {
      const sender = senders.pop() ?? "";
      if (isIP(sender) === 0) break;
      client = sender;
    }
    return client;
  };
}

/** Whether a text is an address, or a subnet such as 10.0.0.0/8. */
export function isSubnet(text: string): boolean {
  const { address, length } = subnetOf(text);
  return isIP(address) !== 0 && length <= longestPrefix(address);
}

function subnetOf(text: string): { readonly address: string; readonly length: number } {
  const [, address = "", prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  return { address, length: prefix === undefined ? longestPrefix(address) : Number(prefix) };
}

function longestPrefix(address: string): number {
  return isIPv6(address) ? 128 : 32;
}

/**
 * IPv4 clients of a socket for both families have the form ::ffff:192.0.2.1. The zone after % is a name of
 * the sender's choice, of any length.
 */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=[\d.]+$)|%.*$/gi, "");
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}
