import { connect, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";

const timeoutMs = 1000;

interface Conversation {
  /** Bytes. */
  readonly question?: string;
  readonly expected: string;
  /** True if it speaks TLS, with whatever certificate. */
  readonly isSecure?: boolean;
}

/** Tells whether the server on a loopback port answers the bytes `question` with what starts with `expected`. */
export function answers(
  port: number,
  { question = "", expected, isSecure = false }: Conversation,
): Promise<boolean> {
  return new Promise((resolve) => {
    const address = { port, host: "127.0.0.1" };
    const socket: Socket = isSecure
      ? connectSecurely({ ...address, rejectUnauthorized: false })
      : connect(address);
    let received = "";
    const settle = (value: boolean): void => {
      socket.destroy();
      resolve(value);
    };
    socket.setTimeout(timeoutMs, () => settle(false));
    socket.once("error", () => settle(false));
    socket.once("close", () => resolve(false));
    socket.once(isSecure ? "secureConnect" : "connect", () => socket.write(question, "latin1"));
    socket.on("data", (chunk) => {
      received += chunk.toString();
      if (received.length >= expected.length) settle(received.startsWith(expected));
    });
  });
}
