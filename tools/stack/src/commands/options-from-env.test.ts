import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { optionsFromEnv } from "./options-from-env.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "options-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const plan = { before: [], services: [], inside: [], after: [] };

function read(env: Readonly<Record<string, string>>) {
  return optionsFromEnv({ DATA_DIR: dataDir, ...env }, ({ shape }) => ({ ...plan, shape }), "one");
}

describe("the options of a start", () => {
  test.for([
    [{ PORT: "http" }, 'PORT must be a number from 0 to 65535, not "http".'],
    [{ PORT: "65536" }, "PORT must be"],
    [{ MODE: "test" }, 'MODE must be development or production, not "test".'],
    [{ EXTERNAL_SCHEME: "ftp" }, 'EXTERNAL_SCHEME must be http or https, not "ftp".'],
    [{ SHAPE: "two" }, 'SHAPE must be one or services, not "two".'],
    [{ SHAPE: "one", REPLICAS: "2" }, "REPLICAS=2 needs SHAPE=services"],
    [{ HOST: "0.0.0.0" }, "HOST=0.0.0.0 would let other machines in"],
    [{ HOST: "::" }, "HOST=:: would let other machines in"],
    [{ HOST: "chat.example.com" }, "start with MODE=production"],
    [{ HOST: "127.0.0.1.example.com" }, "start with MODE=production"],
  ] as const)("the options of a start are refused with what to do about %o", ([env, message]) => {
    expect(() => read(env)).toThrow(message);
  });

  test.for(["127.0.0.1", "127.1.2.3", "localhost", "::1"])(
    "the options of a start let the demo listen on %s, which only this machine reaches",
    (host) => {
      expect(read({ HOST: host })).toMatchObject({ host, mode: "development" });
    },
  );

  test("the options of a start let a production server listen everywhere and say where it is reached", () => {
    const env = { MODE: "production", HOST: "0.0.0.0", EXTERNAL_HOST: "chat.example.com" };
    expect(read(env)).toMatchObject({
      mode: "production",
      externalHost: "chat.example.com",
      externalScheme: "https",
    });
  });

  test("the options of a start refuse a production server on a folder with the demo, whose passwords are public", () => {
    writeFileSync(join(dataDir, "demo.done"), "");
    expect(() => read({ MODE: "production" })).toThrow("choose another folder");
    expect(read({}).mode).toBe("development");
  });

  test("the options of a start leave the choice of a port open unless one is asked for", () => {
    expect(read({}).port).toBeNull();
    expect(read({ PORT: "8080" }).port).toBe(8080);
  });
});
