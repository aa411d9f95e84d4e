import {
  deleteMessage,
  markAllAsRead,
  updateMessage,
  updateMessageFlags,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { Realm } from "../realm.ts";
import type { Act } from "./acts.ts";
import type { Mention, Model, ModelMessage } from "./model.ts";

export interface Stage {
  readonly realm: Realm;
  readonly model: Model;
}

/**
 * Does something in both; what the service refuses must be what the model refuses.
 * @throws Error when only one refuses
 */
export async function perform(stage: Stage, doing: Act): Promise<void> {
  switch (doing.kind) {
    case "send":
      return send(stage, doing);
    case "direct":
      return direct(stage, doing);
    case "subscribe":
      return subscribe(stage, doing);
    case "mark":
      return mark(stage, doing);
    case "readAll":
      await stage.realm.request(doing.person, markAllAsRead, {});
      return stage.model.markRead(doing.person, stage.model.all());
    case "move":
      return move(stage, doing);
    case "edit":
      return edit(stage, doing);
    case "delete":
      return remove(stage, doing);
    case "policy":
      return stage.realm.data.setTopicPolicy(
        doing.person,
        doing.channel,
        doing.topic,
        doing.policy,
      );
    case "privacy":
      return changePrivacy(stage, doing);
    case "words":
      stage.model.alertWords.set(doing.person, doing.words);
      return stage.realm.data.setUser(doing.person, { settings: { alert_words: doing.words } });
    case "mute":
      if (stage.model.isSubscribed(doing.person, doing.channel))
        stage.realm.data.setMembership(doing.person, doing.channel, { muted: doing.on });
  }
}

/** The message that many before the newest, round and round. */
export function nthOf(model: Model, nth: number): ModelMessage | undefined {
  const all = model.all();
  return all.at(-1 - (nth % Math.max(all.length, 1)));
}

type Of<K extends Act["kind"]> = Extract<Act, { kind: K }>;

async function send({ realm, model }: Stage, doing: Of<"send">): Promise<void> {
  const { person, channel, topic, mention, word, read } = doing;
  const id = await unlessRefused(
    realm.send(person, {
      to: String(channel),
      topic,
      content: contentOf(word, mention),
      read_by_sender: read,
    }),
    model.mayAccess(person, channel),
  );
  if (id === undefined) return;
  model.send({ id, sender: person, channel, participants: [], topic, mention, word }, read);
}

async function direct({ realm, model }: Stage, doing: Of<"direct">): Promise<void> {
  const { person, others, read } = doing;
  const id = await realm.send(person, {
    type: "direct",
    to: JSON.stringify(others),
    topic: undefined,
    content: "apple",
    read_by_sender: read,
  });
  const participants = [...new Set([person, ...others])];
  const facts = { channel: null, participants, topic: "", mention: null, word: "apple" };
  model.send({ id, sender: person, ...facts }, read);
}

/** The service hears of it with the next request, as it does from channels. */
async function subscribe({ realm, model }: Stage, doing: Of<"subscribe">): Promise<void> {
  const { person, channel, on } = doing;
  if (model.isSubscribed(person, channel) === on) return;
  realm.data.setMembership(person, channel, { active: on });
  if (on) model.subscribe(person, channel);
  else model.unsubscribe(person, channel);
  await realm.ids(person);
}

/** Changes the privacy: received messages stay received; who may read them follows the channel as it is. */
function changePrivacy({ realm, model }: Stage, { channel, privacy }: Of<"privacy">): void {
  realm.data.setChannel(channel, {
    isPrivate: privacy === "shared" || privacy === "protected",
    isWebPublic: privacy === "web-public",
    historyPublicToSubscribers: privacy !== "protected",
  });
  model.privacy.set(channel, privacy);
}

async function mark({ realm, model }: Stage, doing: Of<"mark">): Promise<void> {
  const { person, flag, op, nths } = doing;
  const messages = [...new Set(nths.flatMap((nth) => nthOf(model, nth) ?? []))];
  const given = { op, flag, messages: messages.map(({ id }) => id) };
  const isAllowed = change(model, doing, messages);
  await unlessRefused(realm.request(person, updateMessageFlags, given), isAllowed);
}

function change(
  model: Model,
  { person, flag, op }: Of<"mark">,
  messages: readonly ModelMessage[],
): boolean {
  if (flag !== "read" && op === "add") return model.addFlag(person, flag, messages);
  if (flag === "read" && op === "remove") return model.markUnread(person, messages);
  if (flag === "read") model.markRead(person, messages);
  else model.removeFlag(person, flag, messages);
  return true;
}

/** By the administrator, of messages that they may read. */
async function move({ realm, model }: Stage, doing: Of<"move">): Promise<void> {
  const message = nthOf(model, doing.nth);
  const channelId = message?.channel ?? null;
  if (!message || channelId === null || !model.mayRead(1, message)) return;
  if (!model.mayAccess(1, doing.channel)) return;
  if (channelId === doing.channel && message.topic === doing.topic) return;
  const moved = model.all().filter((other) => {
    if (doing.mode === "change_one") return other === message;
    const together =
      other.channel === channelId && other.topic.toLowerCase() === message.topic.toLowerCase();
    const meant = doing.mode === "change_all" || other.id >= message.id;
    return together && meant && model.mayRead(1, other);
  });
  await realm.request("alice", updateMessage, {
    message_id: message.id,
    propagate_mode: doing.mode,
    send_notification_to_new_thread: false,
    send_notification_to_old_thread: false,
    ...(message.topic === doing.topic ? {} : { topic: doing.topic }),
    ...(channelId === doing.channel ? {} : { stream_id: doing.channel }),
  });
  const keepsTopic = message.topic === doing.topic;
  for (const one of moved) model.move([one], doing.channel, keepsTopic ? one.topic : doing.topic);
}

async function edit({ realm, model }: Stage, doing: Of<"edit">): Promise<void> {
  const message = nthOf(model, doing.nth);
  if (!message || message.channel === null || !model.mayRead(message.sender, message)) return;
  const content = contentOf(message.word, doing.mention);
  await realm.request(message.sender, updateMessage, { message_id: message.id, content });
  model.edit(message, doing.mention);
}

async function remove({ realm, model }: Stage, doing: Of<"delete">): Promise<void> {
  const message = nthOf(model, doing.nth);
  if (!message || !model.mayRead(1, message)) return;
  await realm.request("alice", deleteMessage, { message_id: message.id });
  model.delete(message);
}

function contentOf(word: string, mention: Mention): string {
  if (mention === null) return word;
  return `${word} @**${mention === "all" ? "all" : `User ${mention}`}**`;
}

async function unlessRefused<T>(asked: Promise<T>, isAllowed: boolean): Promise<T | undefined> {
  try {
    const answer = await asked;
    if (!isAllowed) throw new Error("The service allows what the model refuses.");
    return answer;
  } catch (error) {
    if (error instanceof AppError && !isAllowed) return undefined;
    throw error;
  }
}
