import type { Pulse } from "@team-chat/frames";
import { createIdentitySigner, type Identity } from "@team-chat/identity";
import { Inbox } from "@team-chat/testkit";

import type { Answer } from "../src/answer.ts";
import type { Incoming } from "../src/incoming.ts";
import { listen } from "../src/index.ts";
import type { AnswerReceiver } from "../src/link/link-call.ts";
import { LinkDoor } from "../src/link/link-door.ts";
import type { TellVersion } from "../src/link/link-peer.ts";
import type { RequestHead } from "../src/link/protocol.ts";
import { linkPulse } from "../src/link/pulse.ts";
import { RequestLink } from "../src/link/request-link.ts";

const key = "00112233445566778899aabbccddeeff";
export const identity: Identity = { kind: "service", name: "tests" };
/** Notices silence soon enough for a test, and late enough for a busy machine. */
export const quickPulse: Pulse = { beatMs: 200, silenceMs: 1000 };
const limits = { headersTimeoutMs: 0, bodyTimeoutMs: 0 };

/** A request that waits until the test answers it. */
export interface Arrived {
  readonly incoming: Incoming;
  readonly answer: (answer: Answer) => void;
}

/** A service of which the test answers each request; `overHttp` counts what did not come over a link. */
export async function startLinkService({
  pulse = linkPulse,
  port = 0,
  tellVersion,
}: { pulse?: Pulse; port?: number; tellVersion?: TellVersion } = {}) {
  const arrived = new Inbox<Arrived>();
  let overHttp = 0;
  const links = new LinkDoor({
    mac: createIdentitySigner(key).mac,
    pulse,
    tellVersion,
    dispatch: (incoming) =>
      new Promise((answer) => {
        arrived.put({ incoming, answer });
      }),
  });
  const running = await listen(
    {
      ready: () => Promise.resolve(),
      links,
      handler: (_req, res) => {
        overHttp += 1;
        res.writeHead(200, { "content-type": "application/json" }).end('{"overHttp":true}');
      },
    },
    { host: "127.0.0.1", port, graceMs: 2000 },
  );
  return {
    arrived,
    links,
    origin: `http://127.0.0.1:${running.port}`,
    port: running.port,
    get overHttp() {
      return overHttp;
    },
    close: () => running.close(),
    [Symbol.asyncDispose]: async () => {
      links.close();
      await running.close();
    },
  };
}

/** A caller's end, and every change of whether it is ready. */
export function openRequestLink(
  origin: string,
  options: { atOnce?: number; key?: string; pulse?: Pulse } = {},
) {
  const { atOnce = 128, pulse = linkPulse } = options;
  const changes = new Inbox<boolean>();
  const link = new RequestLink({
    origin,
    mac: createIdentitySigner(options.key ?? key).mac,
    atOnce,
    pulse,
    onChange: () => changes.put(link.ready),
  });
  return { link, changes, [Symbol.dispose]: () => link.close() };
}

export function head(target: string, method = "POST"): RequestHead {
  return { method, target, identity, headers: ["x-own", "1"] };
}

/** A call, and what its receiver hears, one word for each. */
export function call(link: RequestLink, target: string, timeoutMs = 0) {
  const heard = new Inbox<string>();
  const receiver: AnswerReceiver = {
    begun: (_call, { first, status }, isWhole) =>
      heard.put(
        `${isWhole ? "answer" : "beginning"} ${status} ${isWhole ? first.toString() : first.length}`,
      ),
    piece: (_call, bytes, isLast) => heard.put(`${isLast ? "last" : "piece"} ${bytes.length}`),
    failed: ({ code }) => heard.put(code),
  };
  const made = link.request(head(target), null, {
    receiver,
    limits: { ...limits, headersTimeoutMs: timeoutMs, bodyTimeoutMs: timeoutMs },
  });
  return { heard, made };
}

export function text(body: string, status = 200): Answer {
  return { status, headers: ["X-Own", "1"], body: [Buffer.from(body)] };
}
