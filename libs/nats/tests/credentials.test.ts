import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { nkeys } from "@nats-io/transport-node";
import { type NatsUsersText, startNats } from "@team-chat/servers";
import { describe, onTestFinished, test } from "vitest";

import { connectNats } from "../src/index.ts";

type KeyPair = ReturnType<typeof nkeys.createUser>;

/** Starts a NATS that lets in whom this part of its configuration names; returns its address. */
async function startWith(text: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "nats-credentials-"));
  const users: NatsUsersText = { text: `${text}\n`, variables: {} };
  const server = await startNats({ dataDir: path.join(folder, "nats"), users });
  onTestFinished(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  return server.url;
}

/** Resolves when NATS has let in, and has answered. */
async function logIn(url: string, credentials: string): Promise<void> {
  const nats = await connectNats({ url, name: "users", credentials });
  await nats.flush();
  await nats.close();
}

function seedOf(pair: KeyPair): string {
  return Buffer.from(pair.getSeed()).toString();
}

interface Claim {
  readonly type: "account" | "operator" | "user";
  readonly about: KeyPair;
  readonly more?: object;
}

/** Has somebody sign what he says of another, in the form of NATS. */
function jwt(by: KeyPair, { about, more = {}, type }: Claim): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    jti: type,
    iat: 1_700_000_000,
    iss: by.getPublicKey(),
    sub: about.getPublicKey(),
    name: type,
    nats: { type, version: 2, ...more },
  };
  const signed = `${part({ typ: "JWT", alg: "ed25519-nkey" })}.${part(claims)}`;
  return `${signed}.${Buffer.from(by.sign(Buffer.from(signed))).toString("base64url")}`;
}

function fileOf(user: KeyPair, word: string): string {
  return `-----BEGIN NATS USER JWT-----
${word}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${seedOf(user)}
------END USER NKEY SEED------
`;
}

const limits = { subs: -1, data: -1, payload: -1 };
const refused = "refuses those of NATS_CREDENTIALS";

describe("credentials that are no passwords (docs/subsystems/secrets.md#nats)", () => {
  test("the seed of an NKey lets in whom NATS knows by it, and nobody else", async ({ expect }) => {
    const known = nkeys.createUser();
    const url = await startWith(
      `authorization: { users: [ { nkey: "${known.getPublicKey()}" } ] }`,
    );
    await logIn(url, seedOf(known));
    await expect(logIn(url, seedOf(nkeys.createUser()))).rejects.toThrow(refused);
  });

  test("a file of credentials lets in whom the account has signed for, and nobody else", async ({
    expect,
  }) => {
    const operator = nkeys.createOperator();
    const account = nkeys.createAccount();
    const more = { limits: { ...limits, conn: -1, leaf: -1, imports: -1, exports: -1 } };
    const word = jwt(operator, { type: "account", about: account, more });
    const url = await startWith(
      [
        `operator: ${jwt(operator, { type: "operator", about: operator })}`,
        `system_account: ${account.getPublicKey()}`,
        "resolver: MEMORY",
        `resolver_preload: { ${account.getPublicKey()}: ${word} }`,
      ].join("\n"),
    );
    const user = nkeys.createUser();
    const claim: Claim = { type: "user", about: user, more: limits };
    await logIn(url, fileOf(user, jwt(account, claim)));
    const signedByAnother = fileOf(user, jwt(nkeys.createAccount(), claim));
    await expect(logIn(url, signedByAnother)).rejects.toThrow(refused);
  });
});
