import type { InputOf, MentionFacts, updateMessage } from "@team-chat/contract";
import type { RenderedText } from "@team-chat/markdown";
import type { Transaction } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { loadChangeable } from "../../loading/load-changeable.ts";
import { checkContentEdit } from "../../policies/edit-permission.ts";
import { parseChange } from "../../policies/message-change.ts";
import { isMeMessage } from "../../policies/message-text.ts";
import { updateContent } from "../../queries/messages/edits.ts";
import type { MessageRow } from "../../queries/messages/messages.ts";
import { listMentioned, replaceMentions } from "../../queries/read-state/mention-flags.ts";
import { withSettledPreviews } from "../../sending/link-files.ts";
import { resolveMentions } from "../../sending/load.ts";
import { notePages } from "../../sending/note-pages.ts";
import { renderContent } from "../../sending/render-content.ts";
import type { Target } from "../../sending/target.ts";

/** Parts of an event and of the message that new content decides. */
export interface ContentEdit {
  readonly event: Readonly<Record<string, unknown>>;
  readonly content: string;
  readonly mentionsEveryone: boolean;
  /** People whom it mentioned before. */
  readonly before: MentionFacts["before"];
  /** Paths below `/user_uploads/` that it links to. */
  readonly uploads: readonly string[];
}

interface Edit {
  readonly row: MessageRow;
  readonly content: string;
  readonly rendered: RenderedText;
  /** UNIX seconds. */
  readonly now: number;
}

/**
 * Checks that the caller may give the message the new content, and renders it before anything is locked.
 * @throws BAD_REQUEST, RATE_LIMIT_HIT
 */
export async function renderEdit(
  ctx: Context,
  realm: RealmView,
  input: InputOf<typeof updateMessage>,
): Promise<RenderedText | null> {
  if (input.content === undefined) return null;
  const row = await loadChangeable(ctx.db, realm, input.message_id);
  const { content } = parseChange(row, input);
  if (content !== null)
    checkContentEdit(realm.actor, { message: row, now: ctx.now() / 1000 }, realm);
  // Also what says nothing new, as it may by the time it is written.
  return renderContent(ctx, realm, { content: content ?? row.content });
}

/**
 * Gives a message new content, with the mentions that it makes.
 * @throws what sending such content throws, BAD_REQUEST
 */
export async function editContent(
  { ctx, tx, realm }: { ctx: Context; tx: Transaction; realm: RealmView },
  { row, content, rendered: given, now }: Edit,
): Promise<ContentEdit> {
  const { realmId, actor } = realm;
  const rendered = await withSettledPreviews(tx, realmId, given);
  checkContentEdit(actor, { message: row, now }, realm);
  const target = targetOf(row, realm);
  const mentioned = await resolveMentions(ctx, realm, { target, rendered });
  const place = { realmId, recipientId: row.recipientId, messageId: row.id };
  const isMe = isMeMessage(content);
  const before = { userIds: [...(await listMentioned(tx, place))], everyone: row.mentionsEveryone };
  await updateContent(tx, place, {
    content,
    rendered,
    isMe,
    mentionsEveryone: mentioned.everyone,
    entry: {
      user_id: actor.id,
      timestamp: now,
      prev_content: row.content,
      prev_rendered_content: row.renderedContent,
    },
  });
  await replaceMentions(tx, place, mentioned);
  await notePages(tx, { ...place, pages: rendered.pages, nowMs: ctx.now() });
  return {
    content,
    mentionsEveryone: mentioned.everyone,
    before,
    uploads: rendered.uploads,
    event: {
      orig_content: row.content,
      orig_rendered_content: row.renderedContent,
      content,
      rendered_content: rendered.html,
      is_me_message: isMe,
    },
  };
}

function targetOf(row: MessageRow, { users, channels }: RealmView): Target {
  const channel = row.channelId === null ? undefined : channels.channels.get(row.channelId);
  if (channel) return { kind: "channel", channel, topic: row.topic };
  const participants = (row.participants ?? []).flatMap((id) => users.users.get(id) ?? []);
  return { kind: "direct", participants };
}
