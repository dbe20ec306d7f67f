// Errors of the operating system and of connections in plain English, without the codes of Node.js.

/** Errors before a connection exists: nothing was sent. */
export const connectErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "DNS lookup failed",
  EAI_AGAIN: "DNS lookup failed temporarily",
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "network unreachable",
  UND_ERR_CONNECT_TIMEOUT: "connection timed out",
  EMFILE: "too many open files in this process",
  ENFILE: "too many open files on this computer",
};

/** Other errors whose message is not plain English. */
const otherErrors: Readonly<Record<string, string>> = {
  ECONNRESET: "connection reset",
  EPIPE: "connection reset",
  UND_ERR_SOCKET: "connection reset",
  UND_ERR_HEADERS_TIMEOUT: "no response in time",
  UND_ERR_BODY_TIMEOUT: "response stalled",
  ETIMEDOUT: "connection timed out",
  EPROTO: "TLS handshake failed",
  EADDRINUSE: "the port is in use",
  EADDRNOTAVAIL: "the address does not belong to this computer",
  ELOOP: "a symbolic link leads to itself",
};

/** The text for an error code; undefined if the message of the error is better. */
export function systemErrorText(code: string): string | undefined {
  if (code.startsWith("ERR_SSL_")) return "TLS handshake failed";
  return connectErrors[code] ?? otherErrors[code];
}

/** The reason of an error, as the end of a sentence without its full stop. */
export function systemMessage(problem: unknown): string {
  const { code, message } = problem as Error & { readonly code?: unknown };
  if (typeof code !== "string") return message.replace(/\.$/, "");
  const own = systemErrorText(code);
  if (own !== undefined) return own;
  const [, text] = /^(?:\w+ )?[A-Z][A-Z0-9_]+: (.*?)(?:, \w+(?: '.*)?)?$/s.exec(message) ?? [];
  return text ?? (message.includes(code) ? code : message.replace(/\.$/, ""));
}
