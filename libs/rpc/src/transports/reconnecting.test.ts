import { once } from "node:events";
import { type Duplex, PassThrough } from "node:stream";

import { createIdentitySigner } from "@team-chat/identity";
import { test } from "vitest";

import { requestHeartbeat } from "../frames/heartbeat.ts";
import { roles } from "../protocol.ts";
import type { Dial } from "./dial.ts";
import { Reconnecting } from "./reconnecting.ts";

const { keys } = createIdentitySigner("00112233445566778899aabbccddeeff");
const ignored = { opened: () => undefined, frame: () => undefined, lost: () => undefined };

test("a process that is needed is dialed at once, unless it was found to serve HTTP only", async ({
  expect,
}) => {
  const dialed: { readonly socket: Duplex; readonly refused: () => void }[] = [];
  const dial: Dial = ({ refused }) => {
    const socket = new PassThrough();
    dialed.push({ socket, refused });
    return socket;
  };
  const settings = { dial, keys, roles, heartbeat: requestHeartbeat, connectTimeoutMs: 3_600_000 };
  const connection = new Reconnecting(settings, ignored);
  const fail = async () => {
    const { socket } = dialed.at(-1) ?? expect.fail();
    socket.destroy();
    await once(socket, "close");
  };
  await fail();
  const connecting = connection.connect();
  expect(connection.connect()).toBe(connecting);
  expect(dialed.length).toBe(2);
  dialed[1]?.refused();
  await fail();
  await connecting;
  expect(connection.connect()).toBeUndefined();
  expect(dialed.length).toBe(2);
  connection.close();
});

test("a process that is said to be there is dialed at once, and not twice", async ({ expect }) => {
  const dialed: Duplex[] = [];
  const dial = () => {
    const socket = new PassThrough();
    dialed.push(socket);
    return socket;
  };
  // So long a wait would never end within the test.
  const settings = { dial, keys, roles, heartbeat: requestHeartbeat, connectTimeoutMs: 3_600_000 };
  const connection = new Reconnecting(settings, ignored);
  connection.dialNow();
  expect(dialed.length).toBe(1);
  dialed[0]?.destroy();
  await once(dialed[0] ?? new PassThrough(), "close");
  connection.dialNow();
  connection.dialNow();
  expect(dialed.length).toBe(2);
  connection.close();
  connection.dialNow();
  expect(dialed.length).toBe(2);
});
