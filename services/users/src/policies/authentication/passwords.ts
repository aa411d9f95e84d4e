import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from "node:crypto";

/**
 * 32 MiB and some 60 ms for each guess (RFC 7914); the parameters stand in each hash, so raising them breaks no old
 * one.
 */
const cost = { logN: 15, r: 8, p: 1 } as const;
const hashBytes = 32;

interface Parameters {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** Makes a new salted hash, for storing. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return [
    "scrypt",
    cost.logN,
    cost.r,
    cost.p,
    salt.toString("base64url"),
    hash.toString("base64url"),
  ].join("$");
}

/**
 * Tells whether the password belongs to the hash; takes as long for an account without a password, so that timing tells
 * nothing.
 */
export async function checkPassword(password: string, stored: string | null): Promise<boolean> {
  const [scheme, logN, r, p, salt, hash] = (stored ?? "").split("$");
  if (scheme !== "scrypt" || salt === undefined || hash === undefined) {
    await derive(password, Buffer.alloc(16), cost);
    return false;
  }
  const expected = Buffer.from(hash, "base64url");
  const given = await derive(password, Buffer.from(salt, "base64url"), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  });
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function derive(password: string, salt: Buffer, { logN, r, p }: Parameters): Promise<Buffer> {
  const N = 2 ** logN;
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, hashBytes, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

export const passwordRules = { minLength: 6, maxLength: 100, minGuesses: 10_000 } as const;

/**
 * Tells whether a password is strong enough by a rough lower bound of guesses: repeated and ascending characters count
 * once. Upstream's bound is 10,000 (docs/behaviour/users.md#passwords).
 */
export function isStrongPassword(password: string): boolean {
  const { minLength, maxLength, minGuesses } = passwordRules;
  const { length } = [...password];
  if (length < minLength || length > maxLength) return false;
  if (commonPasswords.has(password.toLowerCase())) return false;
  let surprises = 1;
  for (let at = 1; at < password.length; at += 1) {
    const step = password.charCodeAt(at) - password.charCodeAt(at - 1);
    if (Math.abs(step) > 1) surprises += 1;
  }
  return 10 ** surprises >= minGuesses;
}

/** The first that anybody tries. */
const commonPasswords: ReadonlySet<string> = new Set([
  "123456",
  "1234567",
  "12345678",
  "123456789",
  "1234567890",
  "abc123",
  "admin123",
  "baseball",
  "dragon",
  "football",
  "iloveyou",
  "letmein",
  "master",
  "monkey",
  "password",
  "password1",
  "password123",
  "princess",
  "qwerty",
  "qwerty123",
  "qwertyuiop",
  "shadow",
  "sunshine",
  "superman",
  "trustno1",
  "welcome",
]);
