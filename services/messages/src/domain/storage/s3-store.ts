import { createHash } from "node:crypto";
import { Readable } from "node:stream";

import type { ByteRange } from "@team-chat/http";
import { AwsClient } from "aws4fetch";

import { checkPath, type FileStore } from "../../values/file-store.ts";
import { SpooledFile } from "./spooled-file.ts";

export interface S3Settings {
  /** With the bucket: `https://host/bucket`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const timeoutMs = 30_000;
/** After a failure of the bucket, which is no refusal. */
const tries = 3;
const emptyDigest = createHash("sha256").digest("hex");

/** Of what is read at once. */
const partBytes = 512 * 1024;

interface Sending {
  readonly file?: SpooledFile;
  readonly range?: ByteRange;
}

/**
 * Files in a bucket of S3 or of what speaks like it. A bucket wants to know length and digest before the first byte, so
 * that a file is put into a temporary one first.
 */
export function s3Store({ url, ...keys }: S3Settings): FileStore {
  const client = new AwsClient({ ...keys, service: "s3" });
  const attempt = async (method: string, name: string, { file, range }: Sending) => {
    const address = `${url}/${name.split("/").map(encodeURIComponent).join("/")}`;
    const headers = {
      "x-amz-content-sha256": file?.digest ?? emptyDigest,
      ...(range && { range: `bytes=${range.first}-${range.last}` }),
    };
    const signed = await client.sign(address, { method, headers });
    const signal = AbortSignal.timeout(timeoutMs);
    if (file === undefined) return fetch(signed, { signal });
    signed.headers.set("content-length", String(file.size));
    const body = file.size === 0 ? null : Readable.toWeb(file.read());
    return fetch(address, { method, headers: signed.headers, signal, body, duplex: "half" });
  };
  const request = async (method: string, name: string, sending: Sending = {}) => {
    checkPath(name);
    for (let left = tries - 1; ; left -= 1) {
      const response = await attempt(method, name, sending);
      const gone = method === "DELETE" && response.status === 404;
      if (response.ok || gone) return response;
      await response.body?.cancel();
      if (left === 0 || response.status < 500)
        throw new Error(`S3 answered ${method} with ${response.status}.`);
    }
  };
  return {
    place: "s3",
    async put(name, bytes) {
      checkPath(name);
      await using file = await SpooledFile.of(bytes);
      const response = await request("PUT", name, { file });
      await response.body?.cancel();
    },
    // Each part is a request of its own: a slow client does not hold one open, and what fails is tried again.
    async *read(name, { first, last }) {
      for (let start = first; start <= last;) {
        const range = { first: start, last: Math.min(start + partBytes - 1, last) };
        const part = await partOf(await request("GET", name, { range }), range);
        yield part;
        if (part.length <= range.last - start) return;
        start += part.length;
      }
    },
    async delete(name) {
      const response = await request("DELETE", name);
      await response.body?.cancel();
    },
  };
}

/** Returns the bytes that were asked for, also of a bucket that knows no ranges and answers everything. */
async function partOf(response: Response, { first, last }: ByteRange): Promise<Buffer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.status === 206 ? bytes : bytes.subarray(first, last + 1);
}
