import { layoutShape, parseLayout } from "@team-chat/contract";
import { z } from "zod";

import { Secret, secret } from "./secret.ts";

/** Accepts a whole number within bounds, written in decimal digits. */
export function integer(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^-?\d+$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum));
}

/** Accepts how organizations are spread over event streams. */
function layout() {
  return z.string().transform((text, context) => {
    const parsed = parseLayout(text);
    if (parsed !== null) return parsed;
    context.addIssue(layoutShape);
    return z.NEVER;
  });
}

/** `true` or `false`, nothing else. */
export function boolean() {
  return z.enum(["true", "false"]).transform((text) => text === "true");
}

/** Accepts keys of 128 bits and more, in hexadecimal digits and separated by commas. */
export function identityKeys() {
  return z
    .string()
    .regex(
      /^(?:[\da-f]{2}){16,}(?:,(?:[\da-f]{2}){16,})*$/i,
      "must be keys of at least 32 hexadecimal digits each, separated by commas; make one with: openssl rand -hex 32",
    )
    .transform((keys) => new Secret(keys));
}

/** Fields that say where NATS is and who asks there. */
export const nats = {
  NATS_URL: z
    .string()
    .regex(
      /^(?:nats:\/\/[^@/,]+(?:,nats:\/\/[^@/,]+)*|tls:\/\/[^@/,]+(?:,tls:\/\/[^@/,]+)*)$/,
      "must be nats://host:port, or tls://host:port everywhere, several separated by commas; user and password belong into NATS_CREDENTIALS",
    )
    .default("nats://127.0.0.1:4222")
    .describe("NATS servers, separated by commas; `tls://` for those that speak TLS"),
  NATS_CREDENTIALS: secret()
    .optional()
    .describe(
      "Who this process is for NATS: `user:password`, the seed of an NKey, or what is in a file of credentials",
    ),
};

/** The fields that every process has. */
export const common = {
  MODE: z
    .enum(["development", "production"])
    .default("production")
    .describe(
      "`development` opens the developer conveniences (dev_fetch_api_key, demo organisations)",
    ),
  HOST: z.string().default("127.0.0.1").describe("Address to listen on"),
  DRAIN_MS: integer(0, 600_000)
    .default(0)
    .describe("Milliseconds between failing readiness and refusing connections on a stop"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("Least severe log line written"),
  ...nats,
  PARTITIONS: layout()
    .prefault("1")
    .describe(
      "Number of event streams, or several and from which organization on (`1,5000:16`); the same for every process, never lowered",
    ),
  IDENTITY_KEY: identityKeys().describe(
    "Secret of at least 32 hexadecimal digits, shared by all processes, that signs identities; several while it is replaced, separated by commas, of which the first signs",
  ),
};

/** The field of processes that others find by an address. */
export const called = {
  ADVERTISED_HOST: z
    .string()
    .optional()
    .describe(
      "Address under which other processes reach this one, which are told of it at once; `HOST` when left out, unless that is every address",
    ),
  IN_PROCESS_NAME: z
    .string()
    .regex(/^[a-z]+$/, "must be of small letters")
    .optional()
    .describe(
      "Name by which services of the same process reach this one, at `inproc://name`; none when left out",
    ),
};

/** Fields that every process that creates event streams has: where the streams are kept, and for how long. */
export const streams = {
  STREAM_REPLICAS: integer(1, 5).default(1).describe("Copies of each stream in the NATS cluster"),
  EVENT_RETENTION_HOURS: integer(1, 8760)
    .default(169)
    .describe("Hours that events stay in the streams; an event queue may live for seven days"),
  STREAM_MAX_MIB: integer(64, 16_777_216)
    .default(4096)
    .describe(
      "Room for each stream on each NATS server that has a copy; when it is full the oldest events go",
    ),
};

/** Defaults of the fields of `audit`. */
export const auditDefaults = { AUDIT_RETENTION_DAYS: 730 };

/** Fields of services that keep an audit log of their tables. */
export const audit = {
  AUDIT_RETENTION_DAYS: integer(1, 36_500)
    .default(auditDefaults.AUDIT_RETENTION_DAYS)
    .describe("Days that entries of the audit log are kept; the same for every service"),
};

/** Defaults of the fields of `leases`. */
export const leaseDefaults = { MAX_LEASES: 500, LEASE_IDLE_MS: 60_000 };

/** Fields that say for how many organizations a process orders the writes (docs/adr/0001-outbox-order.md). */
export const leases = {
  MAX_LEASES: integer(1, 100_000)
    .default(leaseDefaults.MAX_LEASES)
    .describe(
      "Most organizations whose writes one process orders at once; each is one entry in PostgreSQL's lock table",
    ),
  LEASE_IDLE_MS: integer(1000, 3_600_000)
    .default(leaseDefaults.LEASE_IDLE_MS)
    .describe("Time without a write after which a process lets an organization go"),
};

/** Fields that say at which address clients reach the product. */
export const external = {
  EXTERNAL_HOST: z
    .string()
    .default("localhost:9991")
    .describe(
      "Host and port under which clients reach the root organization; others are its subdomains",
    ),
  EXTERNAL_SCHEME: z
    .enum(["http", "https"])
    .optional()
    .describe(
      "Scheme of the organizations' URLs; by default http in development and https in production",
    ),
};

/** Field that says if people may be let in without an account; one value for every process that decides about it. */
export const spectators = {
  WEB_PUBLIC_STREAMS_ENABLED: boolean()
    .default(false)
    .describe("Whether organizations may have channels that need no account to read"),
};

/** Telemetry of a service under test, which nobody looks at from outside. */
export const telemetryDefaults = {
  METRICS_HOST: "127.0.0.1",
  METRICS_PORT: 0,
  COMMIT: "unknown",
  REQUEST_LOG_EVERY: 0,
};

/** Declares the fields that say who sees how a process does: the port of its metrics, and the collector of traces. */
export function telemetry(fallback: number) {
  return {
    METRICS_HOST: z
      .string()
      .default(telemetryDefaults.METRICS_HOST)
      .describe("Address to listen on for `GET /metrics`, which clients must not reach"),
    METRICS_PORT: integer(0, 65_535).default(fallback).describe("Port of `GET /metrics`"),
    REQUEST_LOG_EVERY: integer(0, 1_000_000)
      .default(100)
      .describe(
        "One request in so many is logged though it succeeded, the same in every process; 0 for none",
      ),
    COMMIT: z
      .string()
      .default("unknown")
      .describe("Commit that the programs were built from, which `build_info` tells"),
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        "Collector that metrics and traces are sent to by OTLP over HTTP; without it, nowhere",
      ),
  };
}

/** Declares the field `PORT` with the service's own default. */
export function port(fallback: number) {
  return integer(0, 65_535).default(fallback).describe("Port to listen on");
}

/** Declares a peer's address: `http://host:port` (several with commas), `dns+http://name:port`, or `inproc://name`. */
export function peer(name: string, fallback: string) {
  return z
    .string()
    .regex(/^((dns\+)?http|inproc):\/\//, "must start with http://, dns+http:// or inproc://")
    .default(fallback)
    .describe(
      `Where the ${name} service listens: http://host:port (several separated by commas), dns+http://name:port, or inproc://name for one of this process`,
    );
}

/** Defaults of the fields of `database` and of the other pools; times in ms. */
export const databaseDefaults = {
  REQUEST_STATEMENT_MS: 10_000,
  JOB_STATEMENT_MS: 60_000,
  LOCK_WAIT_MS: 8000,
  IDLE_TRANSACTION_MS: 30_000,
  REALM_CONNECTIONS: 4,
  MAIN_CONNECTIONS: 10,
  HOT_CONNECTIONS: 8,
  PAGE_CONNECTIONS: 8,
  VERSION_CONNECTIONS: 1,
};

/**
 * The Postgres address with the service's own role, and how long things may take there
 * (docs/adr/0010-bounds-of-a-request.md).
 */
export const database = {
  DATABASE_URL: secret().describe("postgres:// address with this service's own role"),
  REQUEST_STATEMENT_MS: integer(100, 25_000)
    .default(databaseDefaults.REQUEST_STATEMENT_MS)
    .describe(
      "Longest time a statement of a request may take; the gateway waits 30 s for all of it",
    ),
  JOB_STATEMENT_MS: integer(100, 3_600_000)
    .default(databaseDefaults.JOB_STATEMENT_MS)
    .describe("Longest time any other statement may take"),
  LOCK_WAIT_MS: integer(100, 3_600_000)
    .default(databaseDefaults.LOCK_WAIT_MS)
    .describe("Longest time a statement waits for a lock"),
  IDLE_TRANSACTION_MS: integer(100, 3_600_000)
    .default(databaseDefaults.IDLE_TRANSACTION_MS)
    .describe("Longest time a transaction may be open without a statement"),
  REALM_CONNECTIONS: integer(1, 1000)
    .default(databaseDefaults.REALM_CONNECTIONS)
    .describe(
      "Connections of each pool that requests of one organization use at once; fewer than each pool has, so that some are left for others",
    ),
  MAIN_CONNECTIONS: connections(
    databaseDefaults.MAIN_CONNECTIONS,
    "whatever has no pool of its own",
  ),
};

/**
 * Declares the size of a pool. Every field that ends in `_CONNECTIONS` does, but `REALM_CONNECTIONS`: their sum is
 * compared with what PostgreSQL has (docs/hosting.md#connections).
 */
function connections(fallback: number, use: string) {
  return integer(1, 1000).default(fallback).describe(`Most connections to PostgreSQL for ${use}`);
}

/** Declares the size of the pool of what runs with nearly every request. */
export function hotConnections(fallback: number = databaseDefaults.HOT_CONNECTIONS) {
  return connections(fallback, "what runs with nearly every request");
}

/** Declares the size of the pool of reads of messages. */
export function pageConnections() {
  return connections(databaseDefaults.PAGE_CONNECTIONS, "reading messages");
}

/** Declares the size of the pool on which the versions of organizations are looked up. */
export function versionConnections() {
  return connections(
    databaseDefaults.VERSION_CONNECTIONS,
    "telling others which version an organization has",
  );
}
