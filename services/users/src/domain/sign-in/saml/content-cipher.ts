import { createDecipheriv } from "node:crypto";

interface Cipher {
  readonly name: "aes-128-cbc" | "aes-128-gcm" | "aes-256-cbc" | "aes-256-gcm";
  readonly vectorBytes: number;
  readonly tagBytes: number;
}

const ciphers = new Map<string, Cipher>([
  ["http://www.w3.org/2009/xmlenc11#aes128-gcm", gcm("aes-128-gcm")],
  ["http://www.w3.org/2009/xmlenc11#aes256-gcm", gcm("aes-256-gcm")],
  ["http://www.w3.org/2001/04/xmlenc#aes128-cbc", cbc("aes-128-cbc")],
  ["http://www.w3.org/2001/04/xmlenc#aes256-cbc", cbc("aes-256-cbc")],
]);

function gcm(name: "aes-128-gcm" | "aes-256-gcm"): Cipher {
  return { name, vectorBytes: 12, tagBytes: 16 };
}

function cbc(name: "aes-128-cbc" | "aes-256-cbc"): Cipher {
  return { name, vectorBytes: 16, tagBytes: 0 };
}

/**
 * Decrypts text that was encrypted by an algorithm of XML Encryption.
 * @throws Error when it is another algorithm or key, or the content was altered in a way that shows
 */
export function decryptContent(algorithm: string, key: Buffer, content: Buffer): string {
  const cipher = ciphers.get(algorithm);
  if (cipher === undefined) throw new Error(`content encrypted by ${algorithm} is not read`);
  const { name, tagBytes, vectorBytes } = cipher;
  const vector = content.subarray(0, vectorBytes);
  const end = Math.max(content.length - tagBytes, vectorBytes);
  const text = content.subarray(vectorBytes, end);
  if (name === "aes-128-gcm" || name === "aes-256-gcm") {
    const decipher = createDecipheriv(name, key, vector, { authTagLength: tagBytes });
    decipher.setAuthTag(content.subarray(end));
    return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
  }
  const decipher = createDecipheriv(name, key, vector).setAutoPadding(false);
  return withoutPadding(Buffer.concat([decipher.update(text), decipher.final()]));
}

/** Takes away as many bytes as the last one says, of which the others may be anything. */
function withoutPadding(padded: Buffer): string {
  const length = padded.at(-1) ?? 0;
  if (length < 1 || length > 16) throw new Error("the padding is wrong");
  return padded.subarray(0, -length).toString("utf8");
}
