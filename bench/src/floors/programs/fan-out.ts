import { createServer, type Socket } from "node:net";

import { announceReady, takeOrders } from "./control.ts";
import { listen } from "./listen.ts";
import { RowInserter, sampleRow } from "./row-inserter.ts";

// The fan-out floor: every GET is parked; a POST writes one prebuilt response to all parked sockets, after one durable
// insert when there is a DATABASE_URL. Requests are told apart by their first letter and their blank line, no more.
const databaseUrl = process.env["DATABASE_URL"];
const inserter = databaseUrl === undefined ? null : await RowInserter.connect(databaseUrl);
const acknowledgement = Buffer.from("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");

let response: Buffer = acknowledgement;
let parked: Socket[] = [];

takeOrders((request) => {
  if (request.kind === "respond-with") {
    response = Buffer.from(request.base64, "base64");
    return { kind: "prepared" };
  }
  return request.kind === "count-parked"
    ? { kind: "parked", count: parked.length }
    : { kind: "failed", message: `cannot ${request.kind}` };
});

const server = createServer((socket) => {
  let text = "";
  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    if (text.endsWith("\r\n\r\n")) {
      const isPoll = text.startsWith("G");
      text = "";
      if (isPoll) {
        parked.push(socket);
      } else {
        void trigger(socket);
      }
    }
  });
});
announceReady(await listen(server));

async function trigger(sender: Socket): Promise<void> {
  await inserter?.insertOne(sampleRow());
  const receivers = parked;
  parked = [];
  for (const receiver of receivers) {
    receiver.write(response);
  }
  sender.write(acknowledgement);
}
