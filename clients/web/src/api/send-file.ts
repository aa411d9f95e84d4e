import type { Operation } from "@team-chat/contract";

import { answerOf } from "./call.ts";
import type { Address, Answer } from "./operations.ts";

/**
 * Calls an operation that takes a file, such as a picture; large files go through `upload`, which tells the progress.
 * @throws Refusal
 */
export async function sendFile<O extends Operation>(
  { method, path }: Address<O>,
  file: File,
): Promise<Answer<O>> {
  const body = new FormData();
  body.set("file", file);
  return (await answerOf(`/api/v1${path}`, { method, body })) as Answer<O>;
}
