import { toggleReaction } from "../../actions/react.ts";
import { toggleStar } from "../../actions/star.ts";
import { serverNowMs } from "../../api/clock.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import { conversationOf } from "../../state/conversation.ts";
import { mayEdit } from "../../state/may-change.ts";
import type { LoadedMessage } from "../../state/state.ts";
import type { TextName } from "../../texts/en.ts";
import { t } from "../../texts/texts.ts";
import {
  openEmojiPicker,
  openHistory,
  openMessageMenu,
  openMoveDialog,
  openReaders,
} from "../message-actions/open.tsx";
import { answer, quoteMessage } from "../message-actions/quote-message.ts";
import type { Desk } from "../use-client.ts";
import { openNextUnread } from "./next-unread.ts";
import { openSearch } from "./open-search.ts";
import { openKeyList, openPalette } from "./open.tsx";
import { moveBy, page, rowOf, writeNew } from "./pane.ts";

/** A key, what it does, and the text that says so. */
export interface KeyBinding {
  /** As `KeyboardEvent.key` has it; `Ctrl` stands for ⌘ as well. */
  readonly key: string;
  readonly text: TextName;
  readonly run: (desk: Desk) => unknown;
}

/** Keys that work wherever nothing is being written. */
export const globalKeys: readonly KeyBinding[] = [
  { key: "Ctrl k", text: "palette.title", run: openPalette },
  { key: "Ctrl z", text: "undo", run: ({ notices }) => notices.undo() },
  { key: "n", text: "keys.nextTopic", run: (desk) => openNextUnread(desk, "topic") },
  { key: "p", text: "keys.nextDirect", run: (desk) => openNextUnread(desk, "direct") },
  { key: " ", text: "keys.catchUp", run: (desk) => page(desk, 1) },
  { key: "j", text: "keys.nextMessage", run: () => moveBy(1) },
  { key: "k", text: "keys.previousMessage", run: () => moveBy(-1) },
  { key: "r", text: "keys.reply", run: reply },
  { key: "c", text: "keys.compose", run: writeNew },
  { key: "q", text: "keys.channels", run: (desk) => openPalette(desk, "#") },
  { key: "w", text: "keys.people", run: (desk) => openPalette(desk, "@") },
  { key: "/", text: "keys.search", run: openSearch },
  {
    key: "*",
    text: "search.starred",
    run: () => {
      location.hash = "#narrow/is/starred";
    },
  },
  {
    key: "I",
    text: "keys.inbox",
    run: () => {
      location.hash = "#inbox";
    },
  },
  { key: "?", text: "keys.help", run: openKeyList },
];

/** Keys that do something with the message that has the focus or is pointed at. */
export const messageKeys: readonly KeyBinding[] = [
  onMessage("i", "message.more", (desk, message) => {
    openMessageMenu(desk, message, rowOf(message).getBoundingClientRect());
  }),
  onMessage(":", "message.react", (desk, message) => {
    openEmojiPicker(desk, message, rowOf(message).getBoundingClientRect());
  }),
  onMessage("+", "keys.thumb", (desk, message) => void toggleReaction(desk, message, thumb)),
  onMessage(">", "message.quote", (desk, message) => void quoteMessage(desk, message)),
  onMessage("e", "message.edit", ({ client }, message) => {
    if (mayEdit(client.state.peek(), message, serverNowMs() / 1000))
      client.editing.value = message.id;
  }),
  onMessage("m", "message.move", (desk, message) => {
    if (message.type === "stream") openMoveDialog(desk, message);
  }),
  onMessage("Ctrl s", "message.star", (desk, message) => void toggleStar(desk, message)),
  onMessage("U", "message.markUnread", (desk, message) => {
    const place = desk.client.place.peek();
    if (place.kind !== "narrow" || place.narrow.kind === "search") return;
    const { narrow } = place;
    void runLoaded(desk, async () => {
      const { markUnreadFrom } = await import("../../actions/unread-from.ts");
      return () => markUnreadFrom(desk, narrow, message.id);
    });
  }),
  onMessage("V", "message.readers", openReaders),
  onMessage("H", "message.history", openHistory),
  onMessage("M", "topic.mute", (desk, message) => {
    const where = conversationOf(message, desk.client.state.peek().me);
    if (where.kind !== "topic") return;
    void runLoaded(desk, async () => {
      const { toggleTopicMuted } = await import("../../actions/topic-preferences.ts");
      return () => toggleTopicMuted(desk, where);
    });
  }),
];

const thumb = { emoji_code: "1f44d", emoji_name: "+1", reaction_type: "unicode_emoji" };

function onMessage(
  key: string,
  text: TextName,
  run: (desk: Desk, message: LoadedMessage) => void,
): KeyBinding {
  return {
    key,
    text,
    run: (desk) => {
      const message = selected(desk);
      if (message !== undefined) run(desk, message);
    },
  };
}

/** Does what costs nothing before it is asked for, and says so when it cannot be loaded. */
async function runLoaded(
  { notices }: Desk,
  load: () => Promise<() => Promise<void>>,
): Promise<void> {
  const run = await load().catch(() => () => {
    notices.say(t("dialog.failed"));
  });
  await run();
}

function selected({ client, selection }: Desk): LoadedMessage | undefined {
  return client.state.peek().messages.get(selection.messageId.peek() ?? 0);
}

/** Answers where the message is that is looked at, else in what is open. */
function reply(desk: Desk): void {
  const message = selected(desk) ?? newest(desk);
  if (message === undefined) document.querySelector<HTMLElement>(".compose textarea")?.focus();
  else answer(desk, message);
}

function newest({ client }: Desk): LoadedMessage | undefined {
  const { messages, timelines } = client.state.peek();
  const place = client.place.peek();
  const open = place.kind === "narrow" ? timelines.get(narrowKey(place.narrow)) : undefined;
  return messages.get(open?.ids.at(-1) ?? 0);
}
