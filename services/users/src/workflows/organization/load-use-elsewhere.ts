import { countChannels, getMessageUsage } from "@team-chat/contract";

import type { Context } from "../../context.ts";

const self = { kind: "service", name: "users" } as const;

/** Numbers of what other services keep of an organization. */
interface UseElsewhere {
  readonly channels: number;
  readonly storedMib: number;
}

/** Asks the other services how much of an organization they keep. @throws SERVICE_UNAVAILABLE */
export async function loadUseElsewhere(
  { channels, messages, now }: Pick<Context, "channels" | "messages" | "now">,
  realmId: number,
): Promise<UseElsewhere> {
  const today = new Date(now()).toISOString().slice(0, 10);
  const [counted, used] = await Promise.all([
    channels.call(countChannels, self, { realmId }, { realmId }),
    messages.call(getMessageUsage, self, { realmId, from: today, to: today }, { realmId }),
  ]);
  return { channels: counted.channels, storedMib: used.storedBytes / (1024 * 1024) };
}
