import { setTimeout as delay } from "node:timers/promises";

import {
  type Authenticator,
  AuthorizationError,
  connect,
  credsAuthenticator,
  type NatsConnection,
  nkeyAuthenticator,
  usernamePasswordAuthenticator,
} from "@nats-io/transport-node";
import type { Layout } from "@team-chat/contract";
import { CertificateRefusal, certificateRefusal } from "@team-chat/errors";
import type { Logger } from "@team-chat/telemetry";

import { checkMaxPayload } from "./check-cluster.ts";
import { type Watch, watchConnection } from "./connection-metrics.ts";
import type { Durable } from "./durables.ts";
import { bundlesGivenUp } from "./given-up-metrics.ts";
import { checkLayout } from "./layouts.ts";
import { inboxOf } from "./permissions.ts";

export interface Nats extends NatsConnection {
  /** Begins the subjects on which this process gets answers. */
  readonly inboxPrefix: string;
  /**
   * Refuses to ask the server what can wait until there is a connection again.
   * @throws Error while there is none
   */
  readonly checkConnected: () => void;
  /** Counts bundles that a durable consumer has tried for the last time. */
  readonly countGivenUp: (durable: Durable, count: number) => void;
}

interface ConnectOptions {
  /** Servers, separated by commas; all `nats://`, or all `tls://`. */
  readonly url: string;
  /** Shown in the server's connection list, and part of the subjects of answers. */
  readonly name: string;
  /** `user:password`, the seed of an NKey, or what is in a file of credentials; none when left out. */
  readonly credentials?: string | undefined;
  /** Layout of event streams, for a process that uses them; the cluster must have noted it. */
  readonly layout?: Layout;
  /** Told when the connection is lost and found again; nobody is when left out. */
  readonly watch?: Watch;
  /** Told that the first connection is waited for; that of `watch` when left out. */
  readonly log?: Logger;
}

const tryAgainMs = 500;

/**
 * Connects and stays connected: after a loss it tries again every 100 to 200 ms for ever. With a log it waits for the
 * first connection as well; without one it rejects when the first try fails.
 * @throws Error that says what to do when the server refuses the credentials, shows a certificate that is not taken, or
 * is not set up for us
 */
export async function connectNats({
  credentials,
  layout,
  name,
  url,
  watch,
  log = watch?.log,
}: ConnectOptions): Promise<Nats> {
  const inboxPrefix = inboxOf(name);
  const open = () => openConnection({ url, name, inboxPrefix, credentials });
  try {
    const connection = await (log === undefined ? open() : untilOpen(open, log));
    try {
      checkMaxPayload(connection, url);
      if (layout !== undefined) await checkLayout(connection, layout);
    } catch (error) {
      await connection.close();
      throw error;
    }
    const isConnected = watchConnection(connection, watch);
    const checkConnected = () => {
      if (!isConnected()) throw new Error("There is no connection to NATS.");
    };
    const given = watch?.metrics.counter(bundlesGivenUp);
    const countGivenUp = (consumer: Durable, count: number) => given?.({ consumer }, count);
    return Object.assign(connection, { inboxPrefix, checkConnected, countGivenUp });
  } catch (cause) {
    if (!(cause instanceof AuthorizationError)) throw cause;
    const who = credentials === undefined ? "no credentials" : "those of NATS_CREDENTIALS";
    throw new Error(
      `NATS at ${url} refuses ${who}: give ${name} the user and password that the server has for it (docs/subsystems/secrets.md#nats).`,
      { cause },
    );
  }
}

interface OpenOptions {
  readonly url: string;
  readonly name: string;
  readonly inboxPrefix: string;
  readonly credentials: string | undefined;
}

/** @throws CertificateRefusal when the certificate of a server is not taken */
async function openConnection({
  credentials,
  url,
  ...names
}: OpenOptions): Promise<NatsConnection> {
  const servers = url.split(",");
  try {
    return await connect({
      ...names,
      servers,
      ...(credentials === undefined ? {} : { authenticator: authenticatorOf(credentials) }),
      ...(servers.some((server) => server.startsWith("tls://")) ? { tls: {} } : {}),
      // Passwords that a server did not know for a while must not end a process that works again with them.
      ignoreAuthErrorAbort: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
      reconnectJitter: 100,
      pingInterval: 10_000,
      maxPingOut: 2,
      ignoreClusterUpdates: false,
      // Two stack traces for every published bundle, in case it fails, would cost more than the bundle.
      noAsyncTraces: true,
    });
  } catch (error) {
    throw certificateRefusal(error, { server: `NATS at ${url}`, variable: "NATS_URL" }) ?? error;
  }
}

/** Tries until a server answers, and says once that it waits. @throws Error when a server refuses, or is refused */
async function untilOpen(
  open: () => Promise<NatsConnection>,
  log: Logger,
): Promise<NatsConnection> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await open();
    } catch (error) {
      if (error instanceof AuthorizationError || error instanceof CertificateRefusal) throw error;
      if (tries === 1) log.warn({ err: error }, "NATS does not answer: the start waits for it");
      await delay(tryAgainMs);
    }
  }
}

function authenticatorOf(credentials: string): Authenticator {
  if (credentials.includes("-----BEGIN")) return credsAuthenticator(Buffer.from(credentials));
  const colon = credentials.indexOf(":");
  return colon === -1
    ? nkeyAuthenticator(Buffer.from(credentials))
    : usernamePasswordAuthenticator(credentials.slice(0, colon), credentials.slice(colon + 1));
}
