// Hosts that name this machine.

/** Whether a host of a URL, in lower case and without its port, names this machine. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}|\[::1\])$/.test(host);
}
