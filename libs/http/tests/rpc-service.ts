import { createIdentitySigner, type Identity } from "@team-chat/identity";
import {
  type Answer,
  type AnswerReceiver,
  ClientConnection,
  type Heartbeat,
  type IncomingRequest,
  type RequestHead,
  requestHeartbeat,
  RpcServer,
  type Transport,
  type VersionOf,
} from "@team-chat/rpc";
import { Inbox } from "@team-chat/testkit";

import { listen } from "../src/index.ts";

const key = "00112233445566778899aabbccddeeff";
const identity: Identity = { kind: "service", name: "tests" };
/** Notices silence soon enough for a test, and late enough for a busy machine. */
export const quickHeartbeat: Heartbeat = { beatMs: 200, silenceMs: 1000 };
const limits = { headersTimeoutMs: 0, bodyTimeoutMs: 0 };

/** A request that waits until the test answers it. */
export interface Arrived {
  readonly incoming: IncomingRequest;
  readonly answer: (answer: Answer) => void;
}

interface RpcServiceSettings {
  readonly drainMs?: number;
  readonly graceMs?: number;
  readonly heartbeat?: Heartbeat;
  readonly inProcessName?: string;
  readonly port?: number;
  readonly versionOf?: VersionOf;
}

/** A service of which the test answers each request; `overHttp` counts what did not come over a link. */
export async function startRpcService({
  drainMs = 0,
  graceMs = 2000,
  heartbeat = requestHeartbeat,
  inProcessName,
  port = 0,
  versionOf,
}: RpcServiceSettings = {}) {
  const arrived = new Inbox<Arrived>();
  let overHttp = 0;
  const rpc = new RpcServer({
    keys: createIdentitySigner(key).keys,
    heartbeat,
    versionOf,
    dispatch: (incoming) =>
      new Promise((answer) => {
        arrived.put({ incoming, answer });
      }),
  });
  const running = await listen(
    {
      ready: () => Promise.resolve(),
      rpc,
      handler: (_req, res) => {
        overHttp += 1;
        res.writeHead(200, { "content-type": "application/json" }).end('{"overHttp":true}');
      },
    },
    { host: "127.0.0.1", port, inProcessName, drainMs, graceMs },
  );
  return {
    arrived,
    rpc,
    origin: `http://127.0.0.1:${running.port}`,
    port: running.port,
    get overHttp() {
      return overHttp;
    },
    close: () => running.close(),
    [Symbol.asyncDispose]: async () => {
      rpc.close();
      await running.close();
    },
  };
}

/** A caller's end, and every change of whether it is ready. */
export function openConnection(
  origin: string,
  options: { atOnce?: number; key?: string; heartbeat?: Heartbeat } = {},
) {
  const { atOnce = 128, heartbeat = requestHeartbeat } = options;
  const changes = new Inbox<boolean>();
  const connection = new ClientConnection({
    origin,
    keys: createIdentitySigner(options.key ?? key).keys,
    atOnce,
    heartbeat,
    onChange: () => changes.put(connection.ready),
  });
  return { connection, changes, [Symbol.dispose]: () => connection.close() };
}

export function head(target: string, method = "POST"): RequestHead {
  return { method, target, identity, headers: ["x-own", "1"] };
}

/** A call, and what its receiver hears, one word for each. */
export function call(transport: Transport, target: string, timeoutMs = 0) {
  const heard = new Inbox<string>();
  const receiver: AnswerReceiver = {
    begun: (_call, { first, status }, isWhole) =>
      heard.put(
        `${isWhole ? "answer" : "beginning"} ${status} ${isWhole ? first.toString() : first.length}`,
      ),
    piece: (_call, bytes, isLast) => heard.put(`${isLast ? "last" : "piece"} ${bytes.length}`),
    failed: ({ code }) => heard.put(code),
  };
  const made = transport.request(head(target), null, {
    receiver,
    limits: { ...limits, headersTimeoutMs: timeoutMs, bodyTimeoutMs: timeoutMs },
  });
  return { heard, made };
}

export function text(body: string, status = 200): Answer {
  return { status, headers: ["X-Own", "1"], body: [Buffer.from(body)] };
}
