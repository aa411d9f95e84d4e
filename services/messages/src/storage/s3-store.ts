import { createHash } from "node:crypto";

import { AwsClient } from "aws4fetch";

import { checkPath, type FileStore } from "./file-store.ts";

export interface S3Settings {
  /** With the bucket: `https://host/bucket`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const timeoutMs = 30_000;

/** Files in a bucket of S3 or of what speaks like it. */
export function s3Store({ url, ...keys }: S3Settings): FileStore {
  const client = new AwsClient({ ...keys, service: "s3", retries: 2 });
  const request = async (method: string, name: string, body?: Buffer<ArrayBuffer>) => {
    checkPath(name);
    const address = `${url}/${name.split("/").map(encodeURIComponent).join("/")}`;
    const signal = AbortSignal.timeout(timeoutMs);
    const digest = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    const headers = { "x-amz-content-sha256": digest };
    const response = await client.fetch(address, { method, headers, signal, body: body ?? null });
    const gone = method === "DELETE" && response.status === 404;
    if (!response.ok && !gone) {
      await response.body?.cancel();
      throw new Error(`S3 answered ${method} with ${response.status}.`);
    }
    return response;
  };
  return {
    place: "s3",
    async put(name, bytes) {
      const response = await request("PUT", name, Buffer.from(bytes));
      await response.body?.cancel();
    },
    get: async (name) => Buffer.from(await (await request("GET", name)).arrayBuffer()),
    async delete(name) {
      const response = await request("DELETE", name);
      await response.body?.cancel();
    },
  };
}
