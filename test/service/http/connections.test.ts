import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { connectionLimit, limitConnections } from "../../../src/service/http/connections.ts";

/** As in /proc/self/limits. */
const limitsWith = (descriptors: string): string => `\
Limit                     Soft Limit           Hard Limit           Units
Max processes             63432                63432                processes
Max open files            ${descriptors.padEnd(21)}1048576              files
`;

it.each([
  ["256 descriptors", limitsWith("256"), 64],
  ["1,027 descriptors", limitsWith("1027"), 256],
  ["16,000 descriptors", limitsWith("16000"), 4_000],
  ["1,000,000 descriptors", limitsWith("1000000"), 4_000],
  ["no limit", limitsWith("unlimited"), 4_000],
  ["a limit that is not known", "", 4_000],
])("the limit is a quarter of the descriptors, at most 4,000: %s", (_what, limits, expected) => {
  expect(connectionLimit(limits)).toBe(expected);
});

it("at the limit, a new connection closes the one that is idle for the longest time, else itself", async () => {
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => void responses.push(response));
  limitConnections(server, 2);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const closed: string[] = [];
  const open = async (name: string): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => {}).on("close", () => closed.push(name));
    await once(server, "connection");
    return socket.resume();
  };
  const request = async (socket: Socket): Promise<void> => {
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(server, "request");
  };
  const [first, second] = [await open("first"), await open("second")];
  await request(first);
  const third = await open("third");
  await expect.poll(() => closed).toEqual(["second"]);
  await request(third);
  await open("fourth");
  await expect.poll(() => closed).toEqual(["second", "fourth"]);
  responses[0]!.end();
  await once(first, "data").catch(() => {});
  await open("fifth");
  await expect.poll(() => closed).toEqual(["second", "fourth", "first"]);
  server.closeAllConnections();
  server.close();
  second.destroy();
});
