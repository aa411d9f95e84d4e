import { createServer } from "node:http";

import { announceReady } from "./control.ts";
import { listen } from "./listen.ts";

// Answers every request with BYTES bytes that are in memory.
const body = Buffer.alloc(Number(process.env["BYTES"]), "a");

const server = createServer((request, response) => {
  request.resume();
  request.once("end", () => {
    response.writeHead(200, { "content-length": body.length }).end(body);
  });
});
server.keepAliveTimeout = 0;
announceReady(await listen(server));
