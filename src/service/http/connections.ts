// The open connections of a server: their number is limited, and idle ones are closed first.
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
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

/**
 * Limits the connections of a server. A new one above the limit closes the connection that has had no
 * request in progress for the longest time; if there is none, it is closed itself. Returns a function
 * that closes all connections without a request in progress.
 */
export function limitConnections(server: Server, limit: number): () => void {
  const open = new Set<Socket>();
  /** Without a request in progress, in the order in which they became so. */
  const idle = new Set<Socket>();
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
  server.on("request", ({ socket }, response) => {
    idle.delete(socket);
    response.once("close", () => {
      if (!socket.destroyed) idle.add(socket);
      if (!server.listening) socket.destroySoon();
    });
  });
  return () => idle.forEach(close);
}
