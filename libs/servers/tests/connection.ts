import { connect } from "node:net";

/** Sends `question` to a loopback port and returns what comes back until `enough`. */
export function ask(port: number, question: string, enough: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => socket.write(question));
    let received = "";
    socket.once("error", reject);
    socket.on("data", (chunk) => {
      received += chunk.toString();
      if (!enough.test(received)) return;
      socket.destroy();
      resolve(received);
    });
  });
}
