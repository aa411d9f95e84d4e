import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";

import { upgradePath, upgradeProtocol } from "../protocol.ts";

export interface DialEvents {
  /** The connection carries frames from now on. */
  readonly accepted: () => void;
  /** The other end serves HTTP only; the connection is closed. */
  readonly refused: () => void;
}

/** Opens the byte stream to a process and tells when frames may be sent. */
export type Dial = (events: DialEvents) => Duplex;

/** A process of ours answers with far less. */
const maxHeadBytes = 4096;

/** Connects to an origin and asks for an upgrade to frames. The caller looks after the socket's end. */
export function dialUpgrade(origin: string, { accepted, refused }: DialEvents): Socket {
  const { host, hostname, port } = new URL(origin);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 80) });
  socket.setNoDelay(true);
  socket.on("error", () => undefined);
  socket.write(
    `GET ${upgradePath} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: ${upgradeProtocol}\r\n\r\n`,
  );
  let heard = Buffer.alloc(0);
  const onData = (chunk: Buffer) => {
    heard = Buffer.concat([heard, chunk]);
    const end = heard.indexOf("\r\n\r\n");
    if (end === -1 && heard.length <= maxHeadBytes) return;
    socket.off("data", onData).pause();
    const status = heard.toString("latin1", 9, 12);
    if (status !== "101") {
      // A process that stops may be followed by another one at the same address, which is worth to be asked soon.
      if (status !== "503") refused();
      socket.destroy();
      return;
    }
    accepted();
    socket.unshift(heard.subarray(end + 4));
    socket.resume();
  };
  socket.on("data", onData);
  return socket;
}

/** Connects to a port that speaks frames from the beginning. */
export function dialFrames(url: string, { accepted }: DialEvents): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) });
  socket.setNoDelay(true);
  socket.on("error", () => undefined);
  queueMicrotask(accepted);
  return socket;
}
