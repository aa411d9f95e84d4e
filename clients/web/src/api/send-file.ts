import type { Operation } from "@team-chat/contract";

import type { Address, Answer } from "./address.ts";
import { answerOf } from "./call.ts";

/**
 * Calls an operation that takes a file, such as a picture, with the texts that its path names; large files go through
 * `upload`, which tells the progress.
 * @throws Refusal
 */
export async function sendFile<O extends Operation>(
  { method, path }: Address<O>,
  file: File,
  names: Readonly<Record<string, string>> = {},
): Promise<Answer<O>> {
  const body = new FormData();
  body.set("file", file);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(names[name] ?? ""),
  );
  return (await answerOf(`/api/v1${filled}`, { method, body })) as Answer<O>;
}
