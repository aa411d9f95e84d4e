import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, Socket } from "node:net";

import type { Dispatch, VersionOf } from "../src/request.ts";
import { RpcServer } from "../src/server/rpc-server.ts";
import { ClientConnection } from "../src/transports/client-connection.ts";
import { InProcessTransport, serveInProcess } from "../src/transports/in-process-transport.ts";
import type { Transport } from "../src/transports/transport.ts";
import { signer } from "./caller.ts";

interface Handlers {
  readonly dispatch: Dispatch;
  readonly versionOf?: VersionOf;
}

/** A service and a transport to it that is ready. */
interface Started extends AsyncDisposable {
  readonly transport: Transport;
  /** Has the server take no further requests. Resolves when the caller knows it. */
  stop(): Promise<void>;
  /** Ends the server with everything that is under way. */
  close(): void;
}

async function overNetwork(handlers: Handlers): Promise<Started> {
  const rpc = new RpcServer({ keys: signer.keys, ...handlers });
  const server = createServer().listen(0, "127.0.0.1");
  server.on("upgrade", (request, socket, first) => {
    if (socket instanceof Socket) rpc.take(request, socket, first);
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  let onChange: (() => void) | undefined;
  const change = () =>
    new Promise<void>((resolve) => {
      onChange = resolve;
    });
  const ready = change();
  const transport = new ClientConnection({
    origin: `http://127.0.0.1:${port}`,
    keys: signer.keys,
    atOnce: 128,
    onChange: () => onChange?.(),
  });
  await ready;
  return {
    transport,
    async stop() {
      const stopped = change();
      rpc.stop();
      await stopped;
    },
    close: () => rpc.close(),
    async [Symbol.asyncDispose]() {
      transport.close();
      rpc.close();
      server.close();
      await once(server, "close");
    },
  };
}

async function inProcess(handlers: Handlers): Promise<Started> {
  const server = serveInProcess("tests", handlers);
  const transport = new InProcessTransport("tests");
  return {
    transport,
    stop: async () => server.stop(),
    close: () => server.close(),
    async [Symbol.asyncDispose]() {
      transport.close();
      server.close();
    },
  };
}

/** Starts a service that is reached by each transport. */
export const transports = [
  ["over the network", overNetwork],
  ["within one process", inProcess],
] as const;
