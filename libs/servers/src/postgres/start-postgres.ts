import { join } from "node:path";

import { onFreePort } from "../on-free-port.ts";
import type { ServerCertificate } from "../server-certificate.ts";
import type { ServerHandle } from "../server-handle.ts";
import { postgresAccount } from "./account.ts";
import { afterPredecessor } from "./after-predecessor.ts";
import { makeDataFolder, makeSocketFolder } from "./data-folder.ts";
import { initCluster } from "./init-cluster.ts";
import { removeStaleLockFile, saysReady } from "./lock-file.ts";
import { nativeFolder } from "./native-folder.ts";
import { overTls } from "./over-tls.ts";

/** Options of a PostgreSQL 18 server of our own. */
export interface PostgresOptions {
  /** Made when missing; absolute. */
  readonly dataDir: string;
  /** A free one by default. */
  readonly port?: number;
  /** Of the superuser `postgres`; fixed when the data folder is made. */
  readonly password?: string;
  /** True if a commit survives a power failure. Tests do without it and are several times faster. */
  readonly durable: boolean;
  /** `<dataDir>.log` by default. */
  readonly logFile?: string;
  readonly onSpawn?: (pid: number) => void;
  /** Further settings, such as those of an archive. */
  readonly settings?: Readonly<Record<string, string>>;
  /** It speaks TLS, and nothing else, with this; without TLS when left out. */
  readonly tls?: ServerCertificate;
}

const volatileSettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum_naptime: "10min",
  checkpoint_timeout: "1h",
  max_wal_size: "2GB",
  // Of a password: with the usual 4096 a connection costs more than what most tests do with it.
  scram_iterations: "1",
};

/**
 * Starts PostgreSQL on the loopback interface, as `nobody` when the caller is root. The URL is the superuser's; one
 * that is not durable is reached by a socket in the file system, which takes a tenth off the processor time of tests.
 */
export async function startPostgres(options: PostgresOptions): Promise<ServerHandle> {
  const { dataDir, durable, password = "postgres", logFile = `${dataDir}.log` } = options;
  const account = postgresAccount();
  const native = nativeFolder(account);
  const folder = makeDataFolder(dataDir, account);
  await initCluster({ native, folder, account, password, durable, onSpawn: options.onSpawn });
  removeStaleLockFile(folder);
  const secure = options.tls === undefined ? {} : overTls(folder, options.tls, account);
  // By a socket in the file system nobody speaks TLS.
  const hasSocket = !durable && options.tls === undefined;
  const sockets = hasSocket ? makeSocketFolder(folder, account) : "";
  return await onFreePort(options.port, async (port) => {
    const launched = await afterPredecessor({
      command: join(native, "bin", "postgres"),
      args: [
        "-D",
        folder,
        ...argumentsOf({ ...usual(port, { durable, sockets }), ...secure, ...options.settings }),
      ],
      cwd: "/",
      account,
      logFile,
      // SIGINT is PostgreSQL's fast shutdown: SIGTERM would wait for every client to leave.
      stopSignal: "SIGINT",
      isReady: (pid) => saysReady(folder, pid),
      onSpawn: options.onSpawn,
    });
    const host = sockets === "" ? "127.0.0.1" : encodeURIComponent(sockets);
    const url = `postgres://postgres:${encodeURIComponent(password)}@${host}:${port}/postgres`;
    return {
      name: "postgres",
      port,
      url,
      ...launched,
      [Symbol.asyncDispose]: () => launched.stop(),
    };
  });
}

interface Kind {
  readonly durable: boolean;
  /** Folder for its socket; empty for none. The default one may not exist. */
  readonly sockets: string;
}

function usual(port: number, { durable, sockets }: Kind): Readonly<Record<string, string>> {
  return {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: sockets,
    max_connections: "300",
    shared_buffers: "128MB",
    timezone: "UTC",
    log_timezone: "UTC",
    ...(durable ? {} : volatileSettings),
  };
}

function argumentsOf(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
