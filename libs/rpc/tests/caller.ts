import { createIdentitySigner, type Identity } from "@team-chat/identity";
import { Inbox } from "@team-chat/testkit";

import type { RequestHead } from "../src/protocol.ts";
import type { Answer, Dispatch, IncomingRequest } from "../src/request.ts";
import type { AnswerReceiver, RequestBody, Transport } from "../src/transports/transport.ts";

export const signer = createIdentitySigner("00112233445566778899aabbccddeeff");
export const identity: Identity = { kind: "service", name: "tests" };
export const noLimits = { headersTimeoutMs: 0, bodyTimeoutMs: 0 };

/** A request that waits until the test answers it. */
export interface Arrived {
  readonly request: IncomingRequest;
  readonly answer: (answer: Answer) => void;
}

/** Has the test answer each request by itself. */
export function answeredByTest(): {
  readonly arrived: Inbox<Arrived>;
  readonly dispatch: Dispatch;
} {
  const arrived = new Inbox<Arrived>();
  const dispatch: Dispatch = (request) =>
    new Promise((answer) => {
      arrived.put({ request, answer });
    });
  return { arrived, dispatch };
}

export function head(target: string, method = "POST"): RequestHead {
  return { method, target, identity, headers: ["x-own", "1"] };
}

export function text(body: string, status = 200): Answer {
  return { status, headers: ["X-Own", "1"], body: [Buffer.from(body)] };
}

/** Sends a request. @returns the call, and what its receiver hears, one text for each */
export function send(
  transport: Transport,
  target: string,
  { body = null, timeoutMs = 0 }: { body?: RequestBody; timeoutMs?: number } = {},
) {
  const heard = new Inbox<string>();
  const receiver: AnswerReceiver = {
    begun: (_call, { first, status }, isWhole) =>
      heard.put(
        `${isWhole ? "answer" : "beginning"} ${status} ${isWhole ? first.toString() : first.length}`,
      ),
    piece: (_call, bytes, isLast) => heard.put(`${isLast ? "last" : "piece"} ${bytes.length}`),
    failed: ({ code }) => heard.put(code),
  };
  const limits = { headersTimeoutMs: timeoutMs, bodyTimeoutMs: timeoutMs };
  return { heard, call: transport.request(head(target), body, { receiver, limits }) };
}
