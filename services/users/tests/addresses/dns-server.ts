import { createSocket } from "node:dgram";
import { once } from "node:events";

import { decode, encode } from "dns-packet";

/** A DNS server that knows TXT records alone. */
export interface DnsServer extends AsyncDisposable {
  /** Network address, with its port. */
  readonly address: string;
  /** By name; parts of one record are joined. */
  readonly texts: Map<string, readonly (readonly string[])[]>;
}

/** Starts a DNS server on loopback. */
export async function startDnsServer(): Promise<DnsServer> {
  const texts: DnsServer["texts"] = new Map();
  const socket = createSocket("udp4");
  socket.on("message", (packet, { address, port }) => {
    const { id, questions = [] } = decode(packet);
    const answers = questions.flatMap(({ name }) =>
      (texts.get(name) ?? []).map((parts) => ({
        type: "TXT" as const,
        name,
        ttl: 1,
        data: [...parts],
      })),
    );
    socket.send(encode({ type: "response", id: id ?? 0, questions, answers }), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    texts,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        socket.close(() => {
          resolve();
        });
      }),
  };
}
