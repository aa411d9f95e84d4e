import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { z } from "zod";

import { echoOf } from "./echo.ts";

/** Part of an outgoing webhook's payload that this bot reads (POST /service-outgoing-webhook of the API). */
const payload = z.object({ data: z.string(), token: z.string() });

/**
 * Creates a server that takes outgoing webhooks and answers each with what was said; it checks the token when one is
 * given.
 */
export function createEchoServer(token: string | undefined): Server {
  return createServer((request, response) => {
    void respond(request, response, token);
  });
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  token: string | undefined,
): Promise<void> {
  if (request.method === "GET" && request.url === "/readyz") answer(response, 200, { ready: true });
  else if (request.method !== "POST" || request.url !== "/")
    answer(response, 404, { msg: "Only POST / and GET /readyz are here." });
  else {
    const given = payload.safeParse(await readJson(request));
    if (!given.success) answer(response, 400, { msg: "This is no outgoing webhook." });
    else if (token !== undefined && given.data.token !== token)
      answer(response, 401, { msg: "The token is not this bot's." });
    else answer(response, 200, { content: echoOf(given.data.data) });
  }
}

/** Undefined when the body is not JSON or does not arrive whole. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse(await text(request)) as unknown;
  } catch {
    return undefined;
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
