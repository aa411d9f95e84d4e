import type { ChannelRecord, UserRecord } from "@team-chat/contract";
import { topicPolicy } from "@team-chat/projection";

import type { RealmView } from "../../domain/directories/realm-view.ts";
import { isResolving, marksResolved } from "../../policies/edit-permission.ts";
import { findNewestInTopic, listParticipants } from "../../queries/peers/notices.ts";
import { loadUncheckedDraft } from "../../sending/load-unchecked.ts";
import type { ChangeWork } from "../change-work.ts";
import { type MoveFacts, movedAwayNotice, movedHereNotice, resolveNotice } from "./notice-texts.ts";
import { findNotificationBot, noticeClient } from "./notification-bot.ts";
import { withdrawResolveNotice } from "./withdraw-resolve-notice.ts";

/** A topic on one side of a move. */
export interface MoveSide {
  readonly channel: ChannelRecord;
  readonly recipientId: number;
  readonly topic: string;
}

/** A move that was made. */
export interface MadeMove {
  readonly from: MoveSide;
  readonly to: MoveSide;
  readonly ids: readonly number[];
  /** True if nothing was left in the old topic. */
  readonly whole: boolean;
  readonly notifiesOldTopic: boolean;
  readonly notifiesNewTopic: boolean;
}

/**
 * Says in the topics concerned that messages were moved, or that a topic was marked as resolved, within the transaction
 * of the move. A toggle that follows another at once takes that one's notice back instead. Nothing in a realm without
 * notification bot.
 */
export async function postMoveNotices(
  work: ChangeWork,
  realm: RealmView,
  move: MadeMove,
): Promise<void> {
  const bot = findNotificationBot(realm.users);
  const [first, ...rest] = move.ids;
  if (!bot || first === undefined) return;
  const { from, to } = move;
  const notices = new Notices(work, realm, bot);
  const resolving = isResolving(from.topic, to.topic);
  if (resolving) await notices.resolved(move);
  if (resolving && from.channel.id === to.channel.id) return;
  if (!move.notifiesOldTopic && !move.notifiesNewTopic) return;
  const facts: MoveFacts = {
    actor: realm.actor,
    from: nameOf(from),
    to: nameOf(to),
    ids: [first, ...rest],
    whole: move.whole,
  };
  if (move.notifiesNewTopic) await notices.post(to, movedHereNotice(facts));
  if (move.notifiesOldTopic) await notices.post(from, movedAwayNotice(facts));
}

class Notices {
  readonly #work: ChangeWork;
  readonly #realm: RealmView;
  readonly #bot: UserRecord;

  constructor(work: ChangeWork, realm: RealmView, bot: UserRecord) {
    this.#work = work;
    this.#realm = realm;
    this.#bot = bot;
  }

  /** Unread only for those who took part in the topic and want to hear of it. */
  async resolved({ to, from }: MadeMove): Promise<void> {
    const { tx } = this.#work;
    const { realmId, actor, users, channels } = this.#realm;
    const topic = { realmId, recipientId: to.recipientId, topic: to.topic };
    const newest = await findNewestInTopic(tx, topic);
    if (
      newest &&
      (await withdrawResolveNotice(this.#work, this.#realm, { bot: this.#bot, newest }))
    )
      return;
    const participants = await listParticipants(tx, topic);
    const { topicPolicies } = channels;
    const wants = (id: number) => {
      const follows = topicPolicies.find(id, from.channel.id, from.topic) === topicPolicy.followed;
      return wantsResolveNotice(users.users.get(id), follows);
    };
    const unreadFor = new Set(participants.filter((id) => id !== actor.id && wants(id)));
    await this.post(to, resolveNotice(actor, marksResolved(from.topic, to.topic)), unreadFor);
  }

  async post(
    { channel, topic }: MoveSide,
    content: string,
    unreadFor: ReadonlySet<number> | null = null,
  ): Promise<void> {
    const { ctx } = this.#work;
    const realm = { ...this.#realm, actor: this.#bot };
    const target = { kind: "channel", channel, topic } as const;
    const notice = { target, content, plain: true, client: noticeClient, unreadFor };
    await ctx.writer.writeWithin(this.#work, await loadUncheckedDraft(ctx, realm, notice));
  }
}

/** Tells whether the notice is unread for the user (setting `resolved_topic_notice_auto_read_policy`). */
function wantsResolveNotice(user: UserRecord | undefined, follows: boolean): boolean {
  const policy = user?.settings["resolved_topic_notice_auto_read_policy"];
  return policy === "never" || (policy !== "always" && follows);
}

function nameOf({ channel, topic }: MoveSide) {
  return { channelId: channel.id, channelName: channel.name, topic };
}
