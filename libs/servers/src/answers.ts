import { connect } from "node:net";

const timeoutMs = 1000;

/** Tells whether the server on a loopback port answers the bytes `question` with what starts with `expected`. */
export function answers(
  port: number,
  { question = "", expected }: { readonly question?: string; readonly expected: string },
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let received = "";
    const settle = (value: boolean): void => {
      socket.destroy();
      resolve(value);
    };
    socket.setTimeout(timeoutMs, () => settle(false));
    socket.once("error", () => settle(false));
    socket.once("close", () => resolve(false));
    socket.once("connect", () => socket.write(question, "latin1"));
    socket.on("data", (chunk) => {
      received += chunk.toString();
      if (received.length >= expected.length) settle(received.startsWith(expected));
    });
  });
}
