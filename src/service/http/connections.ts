// The open connections of a server: their number is limited, and idle ones are closed first.
import { readFileSync } from "node:fs";
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** More than one process can serve at once. Chosen by this project. */
const maxConnections = 4_000;

/**
 * The most connections of a server in a process with these limits, by default this one: a quarter of
 * its descriptors, because a request can need another one for its call to a provider.
 */
export function connectionLimit(limits: string = readLimits()): number {
  const descriptors = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity);
  return Math.min(maxConnections, Math.floor(descriptors / 4));
}

/** The limits of this process; empty if they are not known: only Linux has this file. */
function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}

export interface Connections {
  /** Each response that begins from now on has `Connection: close`. */
  closeAfterResponses(): void;
  /** Closes those without a request in progress now, and each other one after its response. */
  closeIdle(): void;
}

/**
 * The connections of a server, whose number is limited. A new one above the limit closes the connection that
 * has had no request in progress for the longest time; if there is none, it is closed itself.
 */
export function limitConnections(server: Server, limit: number): Connections {
  const open = new Set<Socket>();
  /** Without a request in progress, in the order in which they became so. */
  const idle = new Set<Socket>();
  const responses = new Set<ServerResponse>();
  let [isClosing, isClosingIdle] = [false, false];
  const close = (socket: Socket): void => {
    open.delete(socket);
    idle.delete(socket);
    socket.destroy();
  };
  server.on("connection", (socket) => {
    const [longestIdle = socket] = idle;
    if (open.size >= limit) close(longestIdle);
    if (socket.destroyed) return;
    open.add(socket);
    idle.add(socket);
    socket.once("close", () => close(socket));
  });
  server.prependListener("request", ({ socket }, response) => {
    idle.delete(socket);
    responses.add(response);
    if (isClosing) announceClose(response);
    response.once("close", () => {
      responses.delete(response);
      if (!socket.destroyed) idle.add(socket);
      if (isClosingIdle) socket.destroySoon();
    });
  });
  return {
    closeAfterResponses() {
      isClosing = true;
      responses.forEach(announceClose);
    },
    closeIdle() {
      isClosingIdle = true;
      idle.forEach(close);
    },
  };
}

function announceClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("connection", "close");
}
