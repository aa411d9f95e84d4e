import { createDecipheriv, type ECDH, hkdfSync } from "node:crypto";

interface Device {
  readonly pair: ECDH;
  /** Base64url. */
  readonly auth: string;
}

const [saltBytes, sizeBytes, tagBytes] = [16, 4, 16];

/** Decrypts the single record of a push, as a browser does (RFC 8188, RFC 8291). */
export function decrypt(body: Buffer, { auth, pair }: Device): string {
  const salt = body.subarray(0, saltBytes);
  const keyAt = saltBytes + sizeBytes + 1;
  const recordAt = keyAt + (body[keyAt - 1] ?? 0);
  const sender = body.subarray(keyAt, recordAt);
  const shared = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
  const authSecret = Buffer.from(auth, "base64url");
  const secret = derive(pair.computeSecret(sender), authSecret, { info: shared, length: 32 });
  const contentKey = derive(secret, salt, { info: "Content-Encoding: aes128gcm\0", length: 16 });
  const nonce = derive(secret, salt, { info: "Content-Encoding: nonce\0", length: 12 });
  const cipher = createDecipheriv("aes-128-gcm", contentKey, nonce);
  cipher.setAuthTag(body.subarray(-tagBytes));
  const padded = Buffer.concat([cipher.update(body.subarray(recordAt, -tagBytes)), cipher.final()]);
  // What follows the last delimiter is padding.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

interface Derived {
  readonly info: Buffer | string;
  readonly length: number;
}

function derive(key: Buffer, salt: Buffer, { info, length }: Derived): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, info, length));
}
