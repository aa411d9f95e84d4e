import { connect, type Socket } from "node:net";

import { linkPath, linkUpgrade } from "./protocol.ts";

interface DialEvents {
  /** The other end speaks our language from now on. */
  readonly accepted: (socket: Socket) => void;
  /** The other end serves HTTP only; the connection is closed. */
  readonly refused: () => void;
}

/** A process of ours answers with far less. */
const maxHeadBytes = 4096;

/** Connects to an origin and asks for the connection to become a link. Whoever calls looks after the socket's end. */
export function dial(origin: string, { accepted, refused }: DialEvents): Socket {
  const { host, hostname, port } = new URL(origin);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 80) });
  socket.setNoDelay(true);
  socket.on("error", () => undefined);
  socket.write(
    `GET ${linkPath} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: ${linkUpgrade}\r\n\r\n`,
  );
  let heard = Buffer.alloc(0);
  const onData = (chunk: Buffer) => {
    heard = Buffer.concat([heard, chunk]);
    const end = heard.indexOf("\r\n\r\n");
    if (end === -1 && heard.length <= maxHeadBytes) return;
    socket.off("data", onData).pause();
    if (heard.toString("latin1", 0, 13) !== "HTTP/1.1 101 ") {
      refused();
      socket.destroy();
      return;
    }
    accepted(socket);
    socket.unshift(heard.subarray(end + 4));
    socket.resume();
  };
  socket.on("data", onData);
  return socket;
}
