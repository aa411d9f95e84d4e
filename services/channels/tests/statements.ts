import { once } from "node:events";
import { connect, createServer } from "node:net";

/** A way to the same database that notes the text of every statement that runs, prepared before or not. */
export interface StatementLog extends AsyncDisposable {
  readonly url: string;
  /** Texts with white space collapsed, in order. */
  readonly statements: string[];
}

const parse = "P".codePointAt(0);
const bind = "B".codePointAt(0);
const query = "Q".codePointAt(0);

/** Listens in front of the Postgres server of `target`, and reaches it by TCP also where `target` names a socket. */
export async function logStatements(target: string): Promise<StatementLog> {
  const { port } = new URL(target);
  const statements: string[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(port), "127.0.0.1");
    const parsed = new Map<string, string>();
    const read = messageReader((type, body) => {
      const [first = "", second = ""] = body.toString("utf8").split("\0", 2);
      if (type === parse) parsed.set(first, second);
      if (type !== query && type !== bind) return;
      const text = type === query ? first : (parsed.get(second) ?? "");
      statements.push(text.replaceAll(/\s+/g, " ").trim());
    });
    client.on("data", (chunk: Buffer) => {
      read(chunk);
      upstream.write(chunk);
    });
    upstream.on("data", (chunk) => client.write(chunk));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on("close", () => other.destroy());
      one.on("error", () => other.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  const url = new URL(target);
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    statements,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, "close");
    },
  };
}

/** Cuts what a client sends into messages; the first one, which has no type, is left out. */
function messageReader(onMessage: (type: number, body: Buffer) => void): (chunk: Buffer) => void {
  let pending = Buffer.alloc(0);
  let started = false;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const offset = started ? 1 : 0;
      if (pending.length < offset + 4) return;
      const end = offset + pending.readInt32BE(offset);
      if (pending.length < end) return;
      if (started) onMessage(pending[0] ?? 0, pending.subarray(5, end));
      started = true;
      pending = pending.subarray(end);
    }
  };
}
