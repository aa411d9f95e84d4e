import { once } from "node:events";
import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

import { guardedLookup, type TargetGuard } from "@team-chat/target-guard";
import { Client } from "ldapts";

import type { DirectorySettings } from "../../values/directory-settings.ts";
import { DirectoryFailure } from "./directory-failure.ts";
import { resolveName } from "./resolve-name.ts";

const connectMs = 5000;
const operationMs = 10_000;
const startTlsOid = "1.3.6.1.4.1.1466.20037";
const ports = { "ldap:": 389, "ldaps:": 636 };

/** Bounds of a connection. */
export interface Bounds {
  readonly guard: TargetGuard;
  /** Most bytes that the directory may send. */
  readonly maxBytes: number;
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

/** Connects to a directory, encrypted as its settings say. @throws Error */
export async function connectTo(
  directory: DirectorySettings,
  { guard, maxBytes, signal }: Bounds,
): Promise<Client> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(connectMs)]);
  const first = open(directory, guard);
  try {
    await once(first, isTls(directory) ? "secureConnect" : "connect", { signal: deadline });
    const socket = directory.startTls ? await encrypted(first, directory, deadline) : first;
    bound(socket, maxBytes);
    const onAbort = () => socket.destroy(new DirectoryFailure("The directory took too long"));
    signal.addEventListener("abort", onAbort, { once: true });
    socket.once("close", () => {
      signal.removeEventListener("abort", onAbort);
    });
    return clientOn(socket);
  } catch (error) {
    first.destroy();
    if (!deadline.aborted) throw error;
    throw new DirectoryFailure("The directory does not answer", { cause: error });
  }
}

function isTls({ url }: DirectorySettings): boolean {
  return url.startsWith("ldaps:");
}

function open(directory: DirectorySettings, guard: TargetGuard): Socket {
  const { hostname, port, protocol } = new URL(directory.url);
  const host = bare(hostname);
  // The look-up is not asked about addresses.
  if (guard.refusesHost(host)) throw new DirectoryFailure("The address is not allowed");
  const lookup = guardedLookup(guard, resolveName);
  const where = { host, port: Number(port) || ports[protocol === "ldaps:" ? protocol : "ldap:"] };
  return isTls(directory)
    ? connectTls({ ...where, ...certificates(directory), lookup })
    : connectPlain({ ...where, lookup });
}

/** Encrypts a connection before anything else is said. */
async function encrypted(
  socket: Socket,
  directory: DirectorySettings,
  signal: AbortSignal,
): Promise<Socket> {
  const plain = clientOn(socket);
  await plain.exop(startTlsOid);
  // What comes from now on is not for it.
  socket.removeAllListeners("data");
  const { hostname: host } = new URL(directory.url);
  const secure = connectTls({ ...certificates(directory), host: bare(host), socket });
  await once(secure, "secureConnect", { signal });
  return secure;
}

/** Returns how the server proves who it is; Node refuses names in place of addresses and the other way round. */
function certificates({ certificateAuthority, url }: DirectorySettings) {
  const host = bare(new URL(url).hostname);
  return {
    ...(isIP(host) === 0 && { servername: host }),
    ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
  };
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(?<inner>.*)\]$/, "$<inner>");
}

function bound(socket: Socket, maxBytes: number): void {
  let bytes = 0;
  socket.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) socket.destroy(new DirectoryFailure("The directory sends too much"));
  });
}

/** Makes a client of a connection that is open; only the settings decide where it leads and whether it is encrypted. */
function clientOn(socket: Socket): Client {
  let isTaken = false;
  return new Client({
    url: "ldap://directory",
    timeout: operationMs,
    createConnection: () => {
      // The library connects anew by itself, and would then send passwords without StartTLS.
      if (isTaken) throw new DirectoryFailure("The directory has closed the connection");
      isTaken = true;
      return socket;
    },
  });
}
