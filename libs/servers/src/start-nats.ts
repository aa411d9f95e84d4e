import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

import { answers } from "./answers.ts";
import { launch } from "./launch.ts";
import { locateServer } from "./locate-server.ts";
import { onFreePort } from "./on-free-port.ts";
import { type ServerCertificate, writeCertificate } from "./server-certificate.ts";
import type { ServerHandle } from "./server-handle.ts";

/** Options of a NATS server of our own. */
export interface NatsOptions {
  /** Holds the configuration and JetStream's files; made when missing; absolute. */
  readonly dataDir: string;
  /** A free one by default. */
  readonly port?: number;
  /** `<dataDir>.log` by default. */
  readonly logFile?: string;
  readonly onSpawn?: (pid: number) => void;
  /** Those whom it lets in, and what they may do; everybody may do everything when left out. */
  readonly users?: readonly NatsUser[] | NatsUsersText | undefined;
  /** It speaks TLS, and nothing else, with this; without TLS when left out. */
  readonly tls?: ServerCertificate | undefined;
  /** Longest message that it takes, as its configuration says it; 8MB, which our processes ask for, when left out. */
  readonly maxPayload?: string;
  /** Most bytes of all streams; three quarters of the disk when left out. */
  readonly maxFileStore?: string;
}

/** A user of a NATS server, as its configuration describes it. */
export interface NatsUser {
  readonly user: string;
  readonly password: string;
  readonly permissions?: object;
}

/** Users as a part of its configuration, with variables in it. */
export interface NatsUsersText {
  readonly text: string;
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Number of threads that the server works with at once. Idle threads look for work for a while before they sleep, and
 * with few cores take that time from those who have work (docs/optimizations.md).
 */
const maxThreads = Math.max(1, Math.floor(availableParallelism() / 2));

/** Starts nats-server with JetStream on the loopback interface. */
export async function startNats(options: NatsOptions): Promise<ServerHandle> {
  const { dataDir, logFile = `${dataDir}.log` } = options;
  const command = await locateServer("nats-server");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return await onFreePort(options.port, async (port) => {
    const configFile = join(dataDir, "nats.conf");
    writeFileSync(configFile, configuration(options, port), { mode: 0o600 });
    const launched = await launch({
      command,
      args: ["-c", configFile],
      cwd: dataDir,
      env: { ...process.env, GOMAXPROCS: String(maxThreads), ...variablesOf(options.users) },
      logFile,
      stopSignal: "SIGTERM",
      // The greeting comes only after JetStream has recovered its files.
      isReady: () => answers(port, { expected: "INFO" }),
      onSpawn: options.onSpawn,
    });
    const url = `${options.tls === undefined ? "nats" : "tls"}://127.0.0.1:${port}`;
    return { name: "nats", port, url, ...launched, [Symbol.asyncDispose]: () => launched.stop() };
  });
}

function configuration(options: NatsOptions, port: number): string {
  const { dataDir, maxFileStore, maxPayload = "8MB", tls, users } = options;
  const room = maxFileStore === undefined ? "" : `\n  max_file_store: ${maxFileStore}`;
  return `${usersText(users)}${tls === undefined ? "" : tlsText(dataDir, tls)}listen: "127.0.0.1:${port}"
server_name: "team-chat"
max_payload: ${maxPayload}
jetstream {
  store_dir: ${JSON.stringify(dataDir)}${room}
}
`;
}

function usersText(users: NatsOptions["users"]): string {
  if (users === undefined) return "";
  return "text" in users ? users.text : `authorization: ${JSON.stringify({ users })}\n`;
}

function variablesOf(users: NatsOptions["users"]): Readonly<Record<string, string>> {
  return users !== undefined && "text" in users ? users.variables : {};
}

function tlsText(dataDir: string, tls: ServerCertificate): string {
  const { certificateFile, keyFile } = writeCertificate(dataDir, tls);
  return `tls: ${JSON.stringify({ cert_file: certificateFile, key_file: keyFile })}\n`;
}
