import { lookup } from "node:dns/promises";

import type { Arrival } from "../members/arrivals.ts";
import { hostInUrl } from "./host-in-url.ts";

/** Interval at which the addresses behind a name are looked up again. */
const lookupIntervalMs = 5000;
/** Longer than the DNS of a cluster hides a new process. */
const hiddenMs = 60_000;

/** Finds the addresses behind a name. Rejects when nobody knows it. */
export type LookUp = (hostname: string) => Promise<readonly string[]>;

/** The addresses of the processes of one service. */
export interface Addresses {
  /** Returns origins such as `http://10.0.0.3:9101`, sorted; empty when a name has no address (yet). */
  origins(): readonly string[];
  /** Resolves when the first look-up is over, successful or not. */
  readonly found: Promise<void>;
  /** Called after every change of `origins`. */
  onChange(listener: () => void): void;
  /** Looks up before the time has come, because processes were lost; resolves when that is over, successful or not. */
  lookAgain(): Promise<void>;
  /** Counts a process that said it has come, until look-ups must know of it or it says that it goes. */
  note(arrival: Arrival): void;
  close(): void;
}

/**
 * Resolves `http://host:port`, several separated by commas, or `dns+http://name:port` for every address behind a name,
 * looked up every five seconds and when a process was lost; when a look-up fails the last addresses stay.
 * `inproc://name` is a service that runs in this process.
 */
export function resolveAddresses(urls: string, lookUp: LookUp = askSystem): Addresses {
  if (urls.startsWith("dns+")) return dnsAddresses(new URL(urls.slice("dns+".length)), lookUp);
  const origins = urls
    .split(",")
    .map((url) => originOf(url.trim()))
    .toSorted();
  return {
    origins: () => origins,
    found: Promise.resolve(),
    onChange: () => undefined,
    lookAgain: () => Promise.resolve(),
    note: () => undefined,
    close: () => undefined,
  };
}

function originOf(url: string): string {
  const { host, origin, protocol } = new URL(url);
  return protocol === inProcessProtocol ? `${protocol}//${host}` : origin;
}

/** Begins the address of a service that runs in this process. */
export const inProcessProtocol = "inproc:";

function dnsAddresses({ hostname, port }: URL, lookUp: LookUp): Addresses {
  const name = hostname.replace(/^\[|\]$/g, "");
  let origins: readonly string[] = [];
  let found: readonly string[] = [];
  const arrived = new Map<string, number>();
  let looking: Promise<void> | undefined;
  const listeners: (() => void)[] = [];
  const update = () => {
    const since = performance.now() - hiddenMs;
    for (const [origin, at] of arrived) if (at < since) arrived.delete(origin);
    const next = [...new Set([...found, ...arrived.keys()])].toSorted();
    if (next.join() === origins.join()) return;
    origins = next;
    for (const listener of listeners) listener();
  };
  const refresh = async () => {
    const addresses = await lookUp(name).catch(() => undefined);
    looking = undefined;
    found = addresses?.map((address) => `http://${hostInUrl(address)}:${port}`) ?? found;
    update();
  };
  // One look-up at a time is enough for all who want one.
  const lookAgain = () => (looking ??= refresh());
  const timer = setInterval(() => void lookAgain(), lookupIntervalMs).unref();
  return {
    origins: () => origins,
    found: lookAgain(),
    onChange: (listener) => void listeners.push(listener),
    lookAgain,
    note({ leaving, origin }) {
      if (leaving) arrived.delete(origin);
      else arrived.set(origin, performance.now());
      update();
    },
    close: () => clearInterval(timer),
  };
}

/** Finds one address for each process behind a name, as this machine knows it: that of IPv4 where it has both. */
async function askSystem(hostname: string): Promise<readonly string[]> {
  const found = await lookup(hostname, { all: true });
  const ofIpv4 = found.filter(({ family }) => family === 4);
  return (ofIpv4.length > 0 ? ofIpv4 : found).map(({ address }) => address);
}
