import { Refusal, refusalOf } from "./call.ts";
import { uploadFile } from "./operations.ts";

interface Upload {
  /** Is told the share that has been sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Uploads a file and returns its address; by XMLHttpRequest, since fetch tells no progress.
 * @throws Refusal
 */
export function upload(file: File, { onProgress, signal }: Upload): Promise<string> {
  const request = new XMLHttpRequest();
  const { promise, reject, resolve } = Promise.withResolvers<string>();
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    onProgress(total === 0 ? 0 : loaded / total);
  });
  request.addEventListener("load", () => {
    const body = (request.response ?? {}) as Readonly<Record<string, unknown>>;
    if (request.status === 200 && typeof body["url"] === "string") resolve(body["url"]);
    else reject(refusalOf(request.status, body));
  });
  request.addEventListener("error", () => {
    reject(new Refusal("OFFLINE", ""));
  });
  request.addEventListener("abort", () => {
    reject(new Refusal("ABORTED", ""));
  });
  signal.addEventListener("abort", () => {
    request.abort();
  });
  request.responseType = "json";
  request.open(uploadFile.method, `/api/v1${uploadFile.path}`);
  const form = new FormData();
  form.set("file", file);
  request.send(form);
  return promise;
}
