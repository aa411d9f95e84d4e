import { findFreePort } from "@team-chat/servers";
import { type CertifiedKey, newCertificate } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { Constellation } from "../constellation.ts";
import { SamlSignIns } from "./saml-sign-ins.ts";
import { startSamlProvider } from "./start-saml-provider.ts";

const stack = new AsyncDisposableStack();
const [older, newer] = [newCertificate(), newCertificate()];
const more: Record<string, string> = {};
let constellation: Constellation;
let logInUrl: string;
let issuer: string;
let running: "users" | "users-2" = "users";

/** Gives the process that starts next a key, and the certificates that it tells providers of. */
function sign({ key }: CertifiedKey, certificates: readonly CertifiedKey[]): void {
  more["SAML_PRIVATE_KEY"] = key;
  more["SAML_CERTIFICATE"] = certificates.map(({ certificate }) => certificate).join("");
}

/** Has the provider check requests by the certificates that we tell it of. */
async function readMetadata(): Promise<void> {
  await fetch(`${issuer}/read-metadata`);
}

/** Replaces the process of `users`, which ends when the new one is ready. */
async function restart(): Promise<void> {
  const old = running;
  running = old === "users" ? "users-2" : "users";
  await constellation.process(running).start();
  await constellation.process(old).stop();
}

/** Lists which of the two keys we tell the provider of, in order. */
async function announced(): Promise<readonly string[]> {
  const metadata = await (await fetch(`${logInUrl}/metadata`)).text();
  const bare = ({ certificate }: CertifiedKey) => certificate.replaceAll(/-----[^-]+-----|\s/g, "");
  const names = new Map([
    [bare(older), "older"],
    [bare(newer), "newer"],
  ]);
  const certificates = metadata.matchAll(/use="signing">[^]*?<ds:X509Certificate>([^<]+)</g);
  return [...certificates].map(([, text = ""]) => names.get(text.replaceAll(/\s/g, "")) ?? text);
}

beforeAll(async () => {
  issuer = `http://127.0.0.1:${String(await findFreePort())}`;
  const key = newCertificate();
  const provider = { id: "directory", name: "Directory", issuer, signInUrl: `${issuer}/sign-in` };
  more["SAML_PROVIDERS"] = JSON.stringify([{ ...provider, certificates: [key.certificate] }]);
  sign(older, [older]);
  constellation = stack.use(
    await Constellation.start(undefined, { apart: ["users"], isPaired: true, more }),
  );
  logInUrl = `${constellation.url}/accounts/login/saml/directory`;
  stack.defer(await startSamlProvider(issuer, logInUrl, key));
});
afterAll(() => stack[Symbol.asyncDispose]());

describe("the key that signs requests of SAML (docs/subsystems/secrets.md#the-saml-keys)", () => {
  test("the key is replaced while people sign in, with both told of meanwhile, and nobody is refused", async ({
    expect,
  }) => {
    const signIns = new SamlSignIns(logInUrl);
    await signIns.again();
    expect(await announced()).toEqual(["older"]);
    await readMetadata();
    for (const [key, certificates, names] of [
      [older, [older, newer], ["older", "newer"]],
      [newer, [newer, older], ["newer", "older"]],
      [newer, [newer], ["newer"]],
    ] as const) {
      sign(key, certificates);
      await restart();
      await signIns.again();
      expect(await announced()).toEqual(names);
      await readMetadata();
    }
    await signIns.stop();
    expect(signIns.failures).toEqual([]);
  });
});
