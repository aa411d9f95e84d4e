import type { IncomingMessage, ServerResponse } from "node:http";

import type { Identity } from "@team-chat/identity";
import {
  type HttpPeer,
  scopeHeaders,
  type ServiceClient,
  signedRequest,
  type Transport,
} from "@team-chat/rpc";
import type { Cost } from "@team-chat/work";

import { hasBody } from "../parameters/read-body.ts";
import { bodyOf, streamOf } from "./client-body.ts";
import { flatHeaders, forwardedHeaders } from "./hop-headers.ts";
import { relayHttpAnswer } from "./relay-http.ts";
import { relayAnswer } from "./relay.ts";

export interface ProxyCall {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly realmId: number;
  readonly identity: Identity;
  /** Added to the service's headers, for example those of the rate limit. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** The body, if it was read from the request already. */
  readonly body?: Buffer;
  /** Longest body passed on; the announced length counts before anything is read. No limit when left out. */
  readonly maxBodyBytes?: number;
  /** Called when the answer begins. */
  readonly onAnswer?: () => void;
  /** Called with what the request has taken, before that. */
  readonly onCost?: (cost: Cost) => void;
}

/**
 * Passes a request on and its answer back, with back-pressure both ways; a client that goes away ends the request.
 * @returns the status that was answered
 * @throws SERVICE_UNAVAILABLE, if nothing has been answered yet; REQUEST_TOO_LARGE
 */
export async function proxyRequest(service: ServiceClient, call: ProxyCall): Promise<number> {
  const { identity, onAnswer, onCost, req, realmId, res } = call;
  const body = call.body ?? (hasBody(req) ? await bodyOf(call) : null);
  const isStream = body === "arriving";
  const bodyBytes = isStream ? Infinity : (body?.length ?? 0);
  const { method = "GET", url: target = "/" } = req;
  const headers = [...forwardedHeaders(req.headers), ...scopeHeaders()];
  const responseHeaders = flatHeaders(call.responseHeaders ?? {});
  const overTransport = (transport: Transport) =>
    relayAnswer({ res, responseHeaders, onAnswer, onCost }, (receiver) => {
      const sent = isStream ? streamOf(call) : body;
      const { limits } = service;
      return transport.request({ method, target, identity, headers }, sent, { receiver, limits });
    });
  const overHttp = async (peer: HttpPeer) => {
    const sent = isStream ? streamOf(call) : body;
    const request = { method, target, headers, body: sent };
    const { signer } = service;
    const pool = await peer.pool.open();
    return relayHttpAnswer(pool, signedRequest({ signer, identity }, peer, request), call);
  };
  return service.send({ realmId, method, bodyBytes }, { overHttp, overTransport });
}
