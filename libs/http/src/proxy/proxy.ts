import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

import type { Identity } from "@team-chat/identity";
import {
  type HttpPeer,
  scopeHeaders,
  type ServiceClient,
  signedRequest,
  tooLarge,
  type Transport,
} from "@team-chat/rpc";

import { hasBody, readBody } from "../parameters/read-body.ts";
import { HeldAnswer } from "./held-answer.ts";
import { flatHeaders, forwardedHeaders } from "./hop-headers.ts";
import { relayHttpAnswer } from "./relay-http.ts";
import { relayAnswer } from "./relay.ts";

export interface ProxyCall {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly realmId: number;
  readonly identity: Identity;
  /** Added to the client's own headers. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** Added to the service's headers, for example those of the rate limit. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** The body, if it was read from the request already. */
  readonly body?: Buffer;
  /** Longest body passed on; the announced length counts before anything is read. No limit when left out. */
  readonly maxBodyBytes?: number;
}

/** A client's request that can be asked speculatively. */
export type SpeculativeCall = Pick<ProxyCall, "req" | "realmId">;

/**
 * Bodies up to this size are read whole before they are passed on, so that another process can be asked when one is
 * gone.
 */
const maxWholeBody = 64 * 1024;

/**
 * Passes a request on and its answer back, with back-pressure both ways; a client that goes away ends the request.
 * @returns the status that was answered
 * @throws SERVICE_UNAVAILABLE, if nothing has been answered yet; REQUEST_TOO_LARGE
 */
export async function proxyRequest(service: ServiceClient, call: ProxyCall): Promise<number> {
  const { identity, req, realmId, res } = call;
  const body = call.body ?? (hasBody(req) ? await bodyOf(call) : null);
  const isStream = body === arriving;
  const bodyBytes = isStream ? Infinity : (body?.length ?? 0);
  const { method = "GET", url: target = "/" } = req;
  const headers = forwardedHeaders(req.headers);
  headers.push(...flatHeaders(call.requestHeaders ?? {}), ...scopeHeaders());
  const responseHeaders = flatHeaders(call.responseHeaders ?? {});
  const overTransport = (transport: Transport) =>
    relayAnswer(transport, {
      head: { method, target, identity, headers },
      body: isStream ? streamOf(call) : body,
      limits: service.limits,
      res,
      responseHeaders,
    });
  const overHttp = (peer: HttpPeer) => {
    const sent = isStream ? streamOf(call) : body;
    const request = { method, target, headers, body: sent };
    const { signer } = service;
    return relayHttpAnswer(peer.pool, signedRequest({ signer, identity }, peer, request), call);
  };
  return service.send({ realmId, method, bodyBytes }, { overHttp, overTransport });
}

/**
 * Passes a GET without a body on before it is known whether it may be, on behalf of whom it probably is; null when that
 * cannot be done now. The service must do nothing but read.
 */
export function askSpeculatively(
  service: ServiceClient,
  identity: Identity,
  { realmId, req }: SpeculativeCall,
): HeldAnswer | null {
  if (req.method !== "GET" || hasBody(req)) return null;
  const transport = service.readyTransport(realmId);
  if (transport === undefined) return null;
  const headers = [...forwardedHeaders(req.headers), ...scopeHeaders()];
  return new HeldAnswer(
    transport,
    { method: "GET", target: req.url ?? "/", identity, headers },
    service.limits,
  );
}

/** Stands for a body that is passed on while it arrives. */
const arriving = "arriving";

async function bodyOf({
  req,
  maxBodyBytes = Number.POSITIVE_INFINITY,
}: ProxyCall): Promise<Buffer | typeof arriving> {
  const announced = req.headers["content-length"];
  if (announced === undefined) return arriving;
  const length = Number(announced);
  if (length > maxBodyBytes) throw tooLarge(maxBodyBytes);
  return length <= maxWholeBody ? readBody(req, maxWholeBody) : arriving;
}

/**
 * Returns the body as it arrives; nothing of it is taken before it is asked for, so that another process can be given
 * the whole of it when the first takes none.
 */
function streamOf({ req, maxBodyBytes = Number.POSITIVE_INFINITY }: ProxyCall): Readable {
  let size = 0;
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBodyBytes) body.destroy(tooLarge(maxBodyBytes));
    else if (!body.push(chunk)) req.pause();
  };
  const onEnd = () => body.push(null);
  const onClose = () => {
    if (!req.readableEnded) body.destroy(new Error("The client went away."));
  };
  const body = new Readable({
    read() {
      if (!req.listeners("data").includes(onData))
        req.on("data", onData).on("end", onEnd).on("close", onClose);
      req.resume();
    },
    destroy(error, done) {
      req.off("data", onData).off("end", onEnd).off("close", onClose);
      done(error);
    },
  });
  // Who sends it hears of it as well, but perhaps not of what happens after the answer.
  return body.on("error", () => undefined);
}
