import { isIP } from "node:net";

/** Tells whether only programs of this machine reach a server that listens on the host. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
