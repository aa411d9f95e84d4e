import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { Batcher } from "./batcher.ts";
import { announceReady } from "./control.ts";
import { listen } from "./listen.ts";
import { RowInserter, sampleRow } from "./row-inserter.ts";

// The service behind the gateway-hop floor: answers `{}`, after a durable insert of the body when INSERT asks for one.
type Store = (content: string) => Promise<void>;

const store = await openStore(process.env["INSERT"] ?? "none");

const server = createServer((request, response) => {
  void answer(request, response);
});
server.keepAliveTimeout = 0;
announceReady(await listen(server));

async function openStore(insert: string): Promise<Store> {
  if (insert === "none") {
    return () => Promise.resolve();
  }
  const inserter = await RowInserter.connect(process.env["DATABASE_URL"] ?? "");
  if (insert === "single") {
    return (content) => inserter.insertOne(sampleRow(content));
  }
  const batcher = new Batcher(inserter);
  return (content) => batcher.insert(sampleRow(content));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => request.once("end", resolve));
  try {
    await store(Buffer.concat(chunks).toString("utf8"));
    response.writeHead(200, { "content-type": "application/json", "content-length": 2 }).end("{}");
  } catch (error) {
    const text = String(error);
    response.writeHead(500, { "content-length": Buffer.byteLength(text) }).end(text);
  }
}
