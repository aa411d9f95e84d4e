import { createHmac } from "node:crypto";

import { portOf, type Wiring } from "./wiring.ts";

/** Returns the password of a service's role. */
export function rolePassword({ secrets }: Wiring, service: string): string {
  return createHmac("sha256", secrets.rolePassword).update(service).digest("hex");
}

/** Returns the database's URL for a service's own role. */
export function roleUrl(wiring: Wiring, service: string): string {
  const url = new URL(wiring.urls.postgres);
  url.username = service;
  url.password = rolePassword(wiring, service);
  return url.href;
}

/** Returns the address at which a process listens. */
export function peerUrl(wiring: Wiring, name: string): string {
  return `http://127.0.0.1:${portOf(wiring, name)}`;
}
