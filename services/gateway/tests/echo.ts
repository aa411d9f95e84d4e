import type { IncomingMessage, RequestListener } from "node:http";
import { buffer } from "node:stream/consumers";

import { type Identity, identityHeader, type IdentitySigner } from "@team-chat/identity";

/** Request as it reached a service. */
export interface Echo {
  readonly service: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly identity: Identity;
  readonly body: string;
}

type Respond = (echo: Echo) => { status: number; body: object } | undefined;

/** Answers every request with what arrived, unless `respond` says otherwise. */
export function echoing(
  service: string,
  signer: IdentitySigner,
  respond?: Respond,
): RequestListener {
  return (req, res) => {
    const answered = readEcho(service, signer, req).then((echo) => {
      const answer = respond?.(echo) ?? { status: 200, body: { result: "success", msg: "", echo } };
      const body = `${JSON.stringify(answer.body)}\n`;
      res.writeHead(answer.status, { "Content-Type": "application/json" }).end(body);
    });
    // Nobody hears of a body that breaks off.
    answered.catch(() => res.destroy());
  };
}

async function readEcho(
  service: string,
  signer: IdentitySigner,
  req: IncomingMessage,
): Promise<Echo> {
  const headers = Object.fromEntries(
    Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
  );
  const proven = signer.verify(headers[identityHeader], {
    method: req.method ?? "",
    target: req.url ?? "",
    address: headers["host"] ?? "",
  });
  return {
    service,
    method: req.method ?? "",
    url: req.url ?? "",
    headers,
    identity: proven.identity,
    body: proven.body.whole(await buffer(req)).toString(),
  };
}
