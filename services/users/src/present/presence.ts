import type { Seen } from "../domain/presence/seen.ts";

/** Active and connected this close together are one report of an active user (clients report once a minute). */
const sameReportMs = 70_000;

export interface SlimPresence {
  readonly active_timestamp: number;
  readonly idle_timestamp: number;
}

/** Presents presence as modern clients read it. */
export function presentSlim({ activeAt, connectedAt }: Seen): SlimPresence {
  return { active_timestamp: seconds(activeAt), idle_timestamp: seconds(connectedAt) };
}

interface LegacyPart {
  client: string;
  status: "active" | "idle";
  timestamp: number;
}

export interface LegacyPresence {
  readonly aggregated: LegacyPart;
  readonly website: LegacyPart & { readonly pushable: boolean };
}

/**
 * Presents presence as older clients read it: there once was one for each client program
 * (docs/behaviour/presence.md#forms-of-presence).
 */
export function presentLegacy({ activeAt, connectedAt }: Seen): LegacyPresence {
  const isActive = activeAt + sameReportMs >= connectedAt;
  const part: LegacyPart = {
    client: "website",
    status: isActive ? "active" : "idle",
    timestamp: seconds(isActive ? activeAt : connectedAt),
  };
  return { aggregated: part, website: { ...part, pushable: false } };
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
