import { request } from "node:http";

const timeoutMs = 500;

/** Tells whether a Docker engine answers at `DOCKER_HOST` or at its usual socket. */
export function dockerAnswers(dockerHost = process.env["DOCKER_HOST"]): Promise<boolean> {
  const host = new URL(dockerHost ?? "unix:///var/run/docker.sock");
  const target =
    host.protocol === "unix:"
      ? { socketPath: host.pathname }
      : { host: host.hostname, port: host.port === "" ? 2375 : Number(host.port) };
  return new Promise((resolve) => {
    const ping = request({ ...target, path: "/_ping", timeout: timeoutMs }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.once("timeout", () => ping.destroy());
    ping.once("error", () => resolve(false));
    ping.once("close", () => resolve(false));
    ping.end();
  });
}
