import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { PassThrough } from "node:stream";

/** A way to a real Redis on which answers can be withheld, as if it hung. */
interface WithheldRedis extends Disposable {
  readonly url: string;
  /** Withholds answers until `release`. */
  withhold(): void;
  release(): void;
  /** Resolves when a command with this text has been sent. */
  asked(text: string): Promise<void>;
}

/** Opens a way to the Redis at this port, for one connection. */
export async function withheldRedis(port: number): Promise<WithheldRedis> {
  const answers = new PassThrough();
  let sent = "";
  let onSent: (() => void) | undefined;
  const server = createServer((client) => {
    const redis = connect(port, "127.0.0.1");
    client.on("data", (bytes) => {
      sent += bytes.toString("latin1");
      onSent?.();
    });
    client.pipe(redis).pipe(answers);
    answers.on("data", (bytes: Buffer) => client.write(bytes));
    client.on("error", () => undefined).on("close", () => redis.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    withhold: () => void answers.pause(),
    release: () => void answers.resume(),
    asked: async (text) => {
      while (!sent.includes(text)) await new Promise<void>((resolve) => (onSent = resolve));
    },
    [Symbol.dispose]: () => {
      server.close();
    },
  };
}
