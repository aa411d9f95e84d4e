import { type NoticeTarget, postNotice } from "@team-chat/contract";

import type { Context } from "../context.ts";
import { completeSettings } from "../present/realm-values.ts";
import type { Account } from "../queries/accounts.ts";
import { loadRealm } from "../queries/realms.ts";

const service = { kind: "service", name: "users" } as const;

const signupsTopic = "signups";

interface Welcome {
  readonly realmId: number;
  /** What the Welcome Bot writes; null for the organization's own text. */
  readonly text: string | null;
}

/**
 * Announces somebody who joined, where the organization announces them, and writes to them what it has to say to new users; neither unless it is set
 * (reference/behaviour.md §15.2). The account is there already: a failure is only logged.
 */
export async function welcomeUser(
  ctx: Context,
  { fullName, userId }: Account,
  { realmId, text }: Welcome,
): Promise<void> {
  const settings = completeSettings((await loadRealm(ctx.db, realmId)).settings);
  const { signup_announcements_stream_id: channelId } = settings;
  const content = text ?? settings.welcome_message_custom_text;
  if (channelId > 0) {
    const to = { kind: "channel", channelId, topic: signupsTopic } as const;
    const joined = `@_**${fullName}|${userId}** joined this organization.`;
    await post(ctx, { realmId, to, content: joined, key: `signup-${userId}` });
  }
  if (content.trim() !== "") {
    const to = { kind: "users" as const, userIds: [userId] };
    const from = "welcome-bot" as const;
    await post(ctx, { realmId, to, content, from, key: `welcome-${userId}` });
  }
}

interface Said {
  readonly realmId: number;
  readonly to: NoticeTarget;
  readonly content: string;
  readonly from?: "welcome-bot";
  readonly key: string;
}

async function post(ctx: Context, said: Said): Promise<void> {
  const { realmId } = said;
  await ctx.messages.call(postNotice, service, said, { realmId }).catch(ctx.onError);
}
