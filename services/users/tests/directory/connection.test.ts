import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";

import { createTargetGuard } from "@team-chat/target-guard";
import { afterAll, describe, onTestFinished, test } from "vitest";

import { Directories } from "../../src/domain/directory/directories.ts";
import { givenDirectory } from "../../src/values/directory-settings.ts";
import { certificates } from "./certificates.ts";
import { CompanyDirectory, directoryPassword } from "./company-directory.ts";

const company = await CompanyDirectory.start();
await company.add("nora");
afterAll(() => company[Symbol.asyncDispose]());

const loopback = ["127.0.0.0/8"];

/** Logs Nora in with the company's directory, but for these settings. */
function logIn(more: object, allowed = loopback) {
  const { bindPassword = null, settings } = givenDirectory.parse(company.settings(more));
  const given = { username: "nora", password: directoryPassword };
  const directories = new Directories(createTargetGuard(allowed));
  return directories.authenticate(1, { ...settings, bindPassword }, given);
}

/** Listens as long as the test runs; returns where, and what was heard there. */
async function listen(answer: (socket: Socket, asked: Buffer) => void) {
  const heard: Buffer[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", (asked) => {
      heard.push(asked);
      answer(socket, asked);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `ldap://127.0.0.1:${port}`, heard: () => Buffer.concat(heard).toString("latin1") };
}

/** Bytes of the answer to a request to encrypt the connection. */
function extended(asked: Buffer, code: number): Buffer {
  const id = asked[4] ?? 0;
  return Buffer.from([0x30, 12, 2, 1, id, 0x78, 7, 10, 1, code, 4, 0, 4, 0]);
}

describe("the connection to a directory (docs/behaviour/single-sign-on.md#directories)", () => {
  test("a directory answers over TLS from the beginning, and after StartTLS", async ({
    expect,
  }) => {
    for (const settings of [{}, { url: company.server.url, startTls: true }])
      expect((await logIn(settings))?.person).toMatchObject({ email: "nora@example.com" });
  });

  test("a server whose certificate is of another authority or host hears no password", async ({
    expect,
  }) => {
    const impostor = createTlsServer({
      cert: certificates.otherHost,
      key: certificates.otherHostKey,
    });
    const heard: unknown[] = [];
    impostor.on("secureConnection", (socket) => socket.on("data", (bytes) => heard.push(bytes)));
    impostor.listen(0, "127.0.0.1");
    await once(impostor, "listening");
    const { port } = impostor.address() as AddressInfo;
    const foreign = { certificateAuthority: certificates.foreignAuthority };
    for (const settings of [
      foreign,
      { ...foreign, url: company.server.url, startTls: true },
      { certificateAuthority: undefined },
      { url: `ldaps://127.0.0.1:${port}` },
    ])
      await expect(logIn(settings)).rejects.toMatchObject({ name: "DirectoryFailure" });
    impostor.close();
    expect(heard).toEqual([]);
  });

  test("a server that does not encrypt what it was asked to encrypt hears no password", async ({
    expect,
  }) => {
    const refusing = await listen((socket, asked) => socket.write(extended(asked, 52)));
    const lying = await listen((socket, asked) => socket.write(extended(asked, 0)));
    const leaving = await listen((socket, asked) => socket.end(extended(asked, 0)));
    for (const { heard, url } of [refusing, lying, leaving]) {
      const settings = { url, startTls: true };
      await expect(logIn(settings)).rejects.toMatchObject({ name: "DirectoryFailure" });
      expect(heard()).not.toBe("");
      expect(heard()).not.toContain(directoryPassword);
    }
  });

  test("a directory that sends too much is left", async ({ expect }) => {
    // The beginning of an answer that is longer than all that may come.
    const start = Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]);
    const much = Buffer.concat([start, Buffer.alloc(9 * 1024 * 1024)]);
    const flooding = await listen((socket) => socket.write(much));
    await expect(logIn({ url: flooding.url })).rejects.toMatchObject({ name: "DirectoryFailure" });
  });

  test("an address in a network that is not allowed is not connected to, in any spelling", async ({
    expect,
  }) => {
    const closed = await listen((socket) => socket.end());
    for (const url of [
      closed.url,
      closed.url.replace("127.0.0.1", "[::ffff:127.0.0.1]"),
      closed.url.replace("127.0.0.1", "localhost"),
    ])
      await expect(logIn({ url }, []), url).rejects.toMatchObject({ name: "DirectoryFailure" });
    expect(closed.heard()).toBe("");
  });
});
