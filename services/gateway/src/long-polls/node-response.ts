import { type IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

import { serverKeepAliveMs } from "@team-chat/http";

/** Says what becomes of a connection after a response. */
interface After {
  /** True if the response ends the connection. */
  readonly isLast: boolean;
  /** Called when the connection goes on after the response. */
  readonly onIdle: () => void;
}

/** Creates a response of node:http on a connection that was taken from it, to refuse a request with. */
export function nodeResponse(
  socket: Socket,
  req: IncomingMessage,
  { isLast, onIdle }: After,
): ServerResponse {
  const res = new ServerResponse(req);
  res.shouldKeepAlive = !isLast;
  if (!isLast) res.setHeader("Keep-Alive", `timeout=${serverKeepAliveMs / 1000}`);
  res.assignSocket(socket);
  const onDrain = () => void res.emit("drain");
  socket.on("drain", onDrain);
  return res.once("finish", () => {
    socket.off("drain", onDrain);
    res.detachSocket(socket);
    if (res.shouldKeepAlive) onIdle();
    else socket.destroySoon();
  });
}
