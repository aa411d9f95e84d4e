import { postNotice } from "@team-chat/contract";
import { isRefusedForGood } from "@team-chat/outbox";
import type { ServiceClient } from "@team-chat/rpc";
import type { z } from "zod";

export interface NoticeSettings {
  readonly messages: ServiceClient;
  /** Told of notices that messages refuses for good. */
  readonly onError: (error: unknown) => void;
}

const self = { kind: "service", name: "users" } as const;

/**
 * Has messages post a notice, once for each key; leaves out what messages refuses for good, so that it does not keep
 * back others. Throws errors that may pass.
 */
export async function sendNotice(
  { messages, onError }: NoticeSettings,
  notice: z.input<typeof postNotice.input>,
): Promise<void> {
  try {
    await messages.call(postNotice, self, notice, { realmId: notice.realmId });
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    onError(error);
  }
}
