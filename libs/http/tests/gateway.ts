import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

import { AppError } from "@team-chat/errors";
import { identityHeader } from "@team-chat/identity";
import { createServiceClient } from "@team-chat/rpc";
import { afterEach } from "vitest";

import { answerError, listen, proxyRequest } from "../src/index.ts";
import { alice, signer } from "./fixture.ts";

let disposables: AsyncDisposable[] = [];
afterEach(async () => {
  for (const disposable of disposables.toReversed()) await disposable[Symbol.asyncDispose]();
  disposables = [];
});

/** Ends the resource after the test. */
export function use<Resource extends AsyncDisposable>(resource: Resource): Resource {
  disposables.push(resource);
  return resource;
}

/** Returns the body of a request that the gateway passed on over HTTP. */
export function provenBody(req: IncomingMessage): Readable {
  const { headers, method = "", url: target = "" } = req;
  const header = String(headers[identityHeader]);
  return signer.verify(header, { method, target, address: String(headers.host) }).body.stream(req);
}

export const maxBodyBytes = 4_000_000;

/** A gateway that passes everything on as alice, and what became of each request. */
export async function startGateway(urls: string) {
  const pool = createServiceClient(urls, { name: "messages", signer });
  const outcomes: unknown[] = [];
  const running = await listen(
    {
      ready: () => Promise.resolve(),
      handler(req, res) {
        const responseHeaders = { "X-RateLimit-Limit": "200" };
        proxyRequest(pool, {
          req,
          res,
          realmId: 3,
          identity: alice,
          responseHeaders,
          maxBodyBytes,
        }).then(
          (status) => outcomes.push(status),
          (error: unknown) => {
            outcomes.push(error);
            if (error instanceof AppError) answerError(res, error);
          },
        );
      },
    },
    { host: "127.0.0.1", port: 0 },
  );
  use({ [Symbol.asyncDispose]: () => pool.close() });
  use(running);
  return { url: `http://127.0.0.1:${running.port}`, outcomes, pool };
}
