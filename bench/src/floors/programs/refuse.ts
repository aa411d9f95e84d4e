import { createServer } from "node:http";

import { announceReady } from "./control.ts";
import { listen } from "./listen.ts";

// Refuses every request at once, as the gateway does where there is too much to do.
const body = `${JSON.stringify({
  result: "error",
  msg: "The server has too much to do; try again later",
  code: "SERVICE_UNAVAILABLE",
  "retry-after": 1,
})}\n`;
const headers = {
  "content-type": "application/json",
  "content-length": body.length,
  "retry-after": "1",
};

const server = createServer((_request, response) => {
  response.writeHead(503, headers).end(body);
});
server.keepAliveTimeout = 0;
announceReady(await listen(server));
