// Connections that fail because of a certificate, of TLS or of a proxy: the reason, and what to do.
import { causesOf, type Outcome } from "../../engine/model/failure.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import type { ProxyError } from "./proxy-error.ts";

/** Why there was no connection. */
export interface ConnectionProblem {
  /** The end of a sentence, without its full stop. */
  readonly reason: string;
  /** Sentences. */
  readonly hint: string;
  /** Whether another attempt would fail too. */
  readonly isFinal: boolean;
  /** Whether the connection may have been open: then the server may have received the request. */
  readonly maySend: boolean;
}

/** What a request did that failed with a problem. `isRead`: it changes nothing. */
export function problemOutcome({ isFinal, maySend }: ConnectionProblem, isRead: boolean): Outcome {
  if (maySend && !(isRead && isFinal)) return "unknown";
  return isFinal ? "rejected" : "not-executed";
}

/** The problem of a request to a URL; undefined if the certificate, TLS and a proxy are not the cause. */
export function connectionProblem(error: unknown, url: string): ConnectionProblem | undefined {
  const causes = causesOf(error);
  const proxy = causes.find((each): each is ProxyError => each.name === "ProxyError");
  if (proxy)
    return { reason: proxy.message, hint: proxy.hint, isFinal: proxy.isFinal, maySend: false };
  const host = URL.canParse(url) ? new URL(url).hostname : url;
  const found = causes.map((each) => tlsProblem(each, host)).find((each) => each !== undefined);
  return found && { isFinal: true, maySend: false, ...found };
}

type TlsProblem = Pick<ConnectionProblem, "reason" | "hint"> &
  Partial<Pick<ConnectionProblem, "isFinal" | "maySend">>;

const unknownAuthority: TlsProblem = {
  reason: "the authority of its certificate is not trusted",
  hint: "If it is an authority of your company, set NODE_EXTRA_CA_CERTS to the file of its certificate (PEM). If it is a public one, the server must also send the intermediate certificates.",
};

const noTls: TlsProblem = {
  reason: "the port does not use TLS",
  hint: "Check the port, and whether the address begins with https.",
  maySend: true, // with TLS 1.2, bytes that are not TLS give the same codes after the handshake
};

const noCommonVersion: TlsProblem = {
  reason: "it has no version of TLS that this Node.js accepts",
  hint: "Enable TLS 1.2 or later on the server.",
};

const noClientCertificate: TlsProblem = {
  reason: "it requires a certificate of the client, which promptctl does not send",
  hint: "Let the server accept connections without one: promptctl sends an API key.",
};

/** By the codes of Node.js and OpenSSL. */
const tlsProblems: Readonly<Record<string, TlsProblem>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  CERT_UNTRUSTED: unknownAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    reason: "its certificate is self-signed",
    hint: "To trust it, set NODE_EXTRA_CA_CERTS to the file of the certificate (PEM).",
  },
  CERT_HAS_EXPIRED: {
    reason: "its certificate has expired",
    hint: "Renew the certificate of the server. If it is valid, correct the clock of this computer.",
  },
  CERT_NOT_YET_VALID: {
    reason: "its certificate is not valid yet",
    hint: "Correct the clock of this computer, or the certificate of the server.",
  },
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  ERR_SSL_HTTP_REQUEST: noTls,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: noCommonVersion,
  ERR_SSL_UNSUPPORTED_PROTOCOL: noCommonVersion,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: noClientCertificate,
};

/**
 * Other codes of OpenSSL that only a handshake gives (its `sslerr.h`; RFC 8446, section 6.2). With TLS 1.3, an
 * alert about a certificate can follow the request, which the server then has not read.
 */
const handshakeCodes: ReadonlySet<string> = new Set(
  [
    "CA_KEY_TOO_SMALL",
    "CA_MD_TOO_WEAK",
    "DH_KEY_TOO_SMALL",
    "EE_KEY_TOO_SMALL",
    "NO_CIPHERS_AVAILABLE",
    "NO_PROTOCOLS_AVAILABLE",
    "SSLV3_ALERT_BAD_CERTIFICATE",
    "SSLV3_ALERT_CERTIFICATE_EXPIRED",
    "SSLV3_ALERT_CERTIFICATE_REVOKED",
    "SSLV3_ALERT_CERTIFICATE_UNKNOWN",
    "SSLV3_ALERT_HANDSHAKE_FAILURE",
    "SSLV3_ALERT_NO_CERTIFICATE",
    "SSLV3_ALERT_UNSUPPORTED_CERTIFICATE",
    "TLSV1_ALERT_ACCESS_DENIED",
    "TLSV1_ALERT_EXPORT_RESTRICTION",
    "TLSV1_ALERT_INAPPROPRIATE_FALLBACK",
    "TLSV1_ALERT_INSUFFICIENT_SECURITY",
    "TLSV1_ALERT_NO_APPLICATION_PROTOCOL",
    "TLSV1_ALERT_UNKNOWN_CA",
    "TLSV1_ALERT_UNKNOWN_PSK_IDENTITY",
    "TLSV1_UNRECOGNIZED_NAME",
    "TLSV1_UNSUPPORTED_EXTENSION",
    "TLSV13_ALERT_MISSING_EXTENSION",
    "UNKNOWN_CIPHER_RETURNED",
    "UNSAFE_LEGACY_RENEGOTIATION_DISABLED",
    "WRONG_CIPHER_RETURNED",
    "WRONG_CURVE",
    "WRONG_SIGNATURE_TYPE",
  ].map((reason) => `ERR_SSL_${reason}`),
);

/** Other codes of certificates that cannot be verified. */
const certificateCode = /CERT|^INVALID_(?:CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$|^HOSTNAME_MISMATCH$/;

function tlsProblem(cause: Error, host: string): TlsProblem | undefined {
  const { code } = cause as NodeJS.ErrnoException;
  if (typeof code !== "string") return undefined; // a DOMException has a number
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return wrongName(cause, host);
  const known = Object.hasOwn(tlsProblems, code) ? tlsProblems[code] : undefined;
  if (known) return known;
  if (handshakeCodes.has(code))
    return {
      reason: `TLS handshake failed (${code})`,
      hint: "Check the TLS settings of the server.",
    };
  if (code.startsWith("ERR_SSL_") || code === "EPROTO")
    return {
      reason: `the TLS connection failed (${code})`,
      hint: "Run the same command again. If it fails again, check the TLS settings of the server and of proxies between.",
      isFinal: false,
      maySend: true,
    };
  if (!certificateCode.test(code)) return undefined;
  return {
    reason: `its certificate cannot be verified (${code})`,
    hint: "Give the server a valid certificate.",
  };
}

/** The certificate has other names. */
function wrongName(cause: Error, host: string): TlsProblem {
  const { cert } = cause as { readonly cert?: { readonly subjectaltname?: unknown } };
  const list = typeof cert?.subjectaltname === "string" ? cert.subjectaltname : "";
  const names = [...list.matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].map(([, name]) => name!);
  return {
    reason: `its certificate is not for ${host}${names.length > 0 ? ` but for ${someOf(names, 5)}` : ""}`,
    hint: `Use a name of the certificate in the address, or give the server a certificate for ${host}.`,
  };
}
