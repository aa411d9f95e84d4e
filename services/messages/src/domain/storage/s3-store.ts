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

/** Files of an organization that are deleted at once. */
const deletedAtOnce = 20;
/** As many as a bucket lists in one answer at most. */
const listedAtOnce = 1000;

/** Of what is read at once. */
const partBytes = 512 * 1024;

interface Sending {
  readonly file?: SpooledFile;
  readonly range?: ByteRange;
}

type Ask = (method: string, target: string, sending?: Sending) => Promise<Response>;

/** Returns how to ask a bucket for something behind its address. */
function bucketAt({ url, ...keys }: S3Settings): Ask {
  const client = new AwsClient({ ...keys, service: "s3" });
  const attempt = async (method: string, target: string, { file, range }: Sending) => {
    const address = `${url}${target}`;
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
  return async (method, target, sending = {}) => {
    for (let left = tries - 1; ; left -= 1) {
      const response = await attempt(method, target, sending);
      const gone = method === "DELETE" && response.status === 404;
      if (response.ok || gone) return response;
      await response.body?.cancel();
      if (left === 0 || response.status < 500)
        throw new Error(`S3 answered ${method} with ${response.status}.`);
    }
  };
}

interface Page {
  readonly names: readonly string[];
  /** Names the page behind this one; null when there is none. */
  readonly next: string | null;
}

/** Lists a page of an organization's files: the first, or that which the one before has named. */
async function listPage(
  ask: Ask,
  realmId: number,
  { most, page = null }: { readonly most: number; readonly page?: string | null },
): Promise<Page> {
  const query = new URLSearchParams({
    "list-type": "2",
    "max-keys": String(most),
    "encoding-type": "url",
    prefix: `${realmId}/`,
    ...(page === null ? {} : { "continuation-token": page }),
  });
  const text = await (await ask("GET", `?${query.toString()}`)).text();
  const keys = [...text.matchAll(/<Key>([^<]+)<\/Key>/g)];
  return {
    names: keys.map(([, key = ""]) => decodeURIComponent(key)),
    next: /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(text)?.[1] ?? null,
  };
}

/** Counts an organization's files, page by page. */
async function countFiles(ask: Ask, realmId: number): Promise<number> {
  let count = 0;
  for (let page: string | null | undefined; page !== null;) {
    const found: Page = await listPage(ask, realmId, { most: listedAtOnce, page: page ?? null });
    count += found.names.length;
    page = found.next;
  }
  return count;
}

/**
 * Files in a bucket of S3 or of what speaks like it. A bucket wants to know length and digest before the first byte, so
 * that a file is put into a temporary one first.
 */
export function s3Store(settings: S3Settings): FileStore {
  const ask = bucketAt(settings);
  const request = (method: string, name: string, sending?: Sending) => {
    checkPath(name);
    return ask(method, `/${name.split("/").map(encodeURIComponent).join("/")}`, sending);
  };
  const remove = async (name: string) => {
    const response = await request("DELETE", name);
    await response.body?.cancel();
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
    delete: remove,
    async deleteSome(realmId) {
      const { names } = await listPage(ask, realmId, { most: deletedAtOnce });
      await Promise.all(names.map(remove));
      return names.length;
    },
    count: (realmId) => countFiles(ask, realmId),
  };
}

/** Returns the bytes that were asked for, also of a bucket that knows no ranges and answers everything. */
async function partOf(response: Response, { first, last }: ByteRange): Promise<Buffer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.status === 206 ? bytes : bytes.subarray(first, last + 1);
}
