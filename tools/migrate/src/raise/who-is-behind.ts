import type { Layout } from "@team-chat/contract";
import { askLayouts, type Nats, natsPermissions } from "@team-chat/nats";
import type { Client } from "pg";

import { areServicesConnected } from "./realm-ids.ts";

interface Asking {
  readonly client: Client;
  readonly nats: Nats;
  /** Longest time that a process which works is silent. */
  readonly answersMs: number;
}

/** Services whose processes know where events are. */
const services = Object.keys(natsPermissions).filter((name) => name !== "migrate");

/**
 * Says which processes that run do not have the layout, in words; null for none, as while nothing runs. As long as
 * anything runs each service has to answer: one that does not may be about to come back with an earlier layout.
 */
export async function whoIsBehind(
  { answersMs, client, nats }: Asking,
  layout: Layout,
): Promise<string | null> {
  const announced = await askLayouts(nats, answersMs);
  const others = announced.filter((one) => one.layout !== layout.text);
  if (others.length > 0) {
    const words = others.map((one) => `${one.service} has ${one.layout}`);
    return [...new Set(words)].toSorted().join(", ");
  }
  if (announced.length === 0 && !(await areServicesConnected(client))) return null;
  const heard = new Set(announced.map(({ service }) => service));
  const silent = services.filter((name) => !heard.has(name));
  return silent.length === 0 ? null : `nothing is heard of ${silent.join(", ")}`;
}
