import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Keys by which the API server knows its administrator and signs for others: paths, and the token. */
export interface Keys {
  readonly token: string;
  readonly tokens: string;
  readonly certificates: string;
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Makes keys in the folder. */
export function writeKeys(folder: string): Keys {
  const token = randomBytes(16).toString("hex");
  const keys = {
    token,
    tokens: join(folder, "tokens.csv"),
    certificates: join(folder, "certificates"),
    privateKey: join(folder, "accounts.key"),
    publicKey: join(folder, "accounts.pub"),
  };
  mkdirSync(keys.certificates, { mode: 0o700 });
  writeFileSync(keys.tokens, `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  const pair = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  writeFileSync(keys.privateKey, pair.privateKey, { mode: 0o600 });
  writeFileSync(keys.publicKey, pair.publicKey);
  return keys;
}

/** Returns what kubectl has to know of the API server on a port. */
export function kubeconfigText({
  port,
  folder,
  token,
}: {
  readonly port: number;
  readonly folder: string;
  readonly token: string;
}): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "check",
    contexts: [{ name: "check", context: { cluster: "check", user: "admin" } }],
    clusters: [
      {
        name: "check",
        cluster: {
          server: `https://127.0.0.1:${port}`,
          // The API server signs its certificate itself.
          "certificate-authority": join(folder, "certificates/apiserver.crt"),
        },
      },
    ],
    users: [{ name: "admin", user: { token } }],
  });
}

/** Has the API server admit as one of a real cluster does, PodSecurity and priorities included. */
export function apiServerFlags({
  etcd,
  port,
  keys,
}: {
  readonly etcd: string;
  readonly port: number;
  readonly keys: Keys;
}): string[] {
  return [
    `--etcd-servers=${etcd}`,
    "--bind-address=127.0.0.1",
    "--advertise-address=127.0.0.1",
    `--secure-port=${port}`,
    `--cert-dir=${keys.certificates}`,
    "--endpoint-reconciler-type=none",
    "--service-cluster-ip-range=10.0.0.0/16",
    "--authorization-mode=RBAC",
    `--token-auth-file=${keys.tokens}`,
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-key-file=${keys.publicKey}`,
    `--service-account-signing-key-file=${keys.privateKey}`,
  ];
}

/** Has etcd keep everything in a folder that nobody needs after it. */
export function etcdFlags(folder: string, client: string, peer: string): string[] {
  return [
    `--data-dir=${folder}`,
    "--unsafe-no-fsync",
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  ];
}
