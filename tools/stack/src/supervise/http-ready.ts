import { get } from "node:http";

const timeoutMs = 2000;

/** Asks a process on the loopback interface whether it is ready. */
export function httpReady(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const signal = AbortSignal.timeout(timeoutMs);
  // Not by fetch, which takes more memory than all else that a supervisor does.
  const request = get({ host: "127.0.0.1", port, path: "/readyz", agent: false, signal });
  request.once("response", (response) => {
    response.resume();
    resolve(response.statusCode === 200);
  });
  request.once("error", () => resolve(false));
  return promise;
}
