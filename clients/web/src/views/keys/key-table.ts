import { toggleReaction } from "../../actions/react.ts";
import { toggleStar } from "../../actions/star.ts";
import { serverNowMs } from "../../api/clock.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import { conversationOf } from "../../state/conversation.ts";
import { mayEdit } from "../../state/may-change.ts";
import type { LoadedMessage } from "../../state/state.ts";
import type { TextName } from "../../texts/en.ts";
import type { AppContext } from "../app-context.ts";
import { answer } from "../message-actions/answer.ts";
import {
  openEmojiPicker,
  openHistory,
  openMessageMenu,
  openMoveDialog,
  openReaders,
} from "../message-actions/open.tsx";
import { quote } from "../message-actions/quote.ts";
import { runLoaded } from "../shell/run-loaded.ts";
import { openNextUnread } from "./next-unread.ts";
import { openSearch } from "./open-search.ts";
import { openKeyList, openPalette } from "./open.tsx";
import { moveBy, page, rowOf, writeNew } from "./pane.ts";

/** A key, what it does, and the text that says so. */
export interface KeyBinding {
  /** As `KeyboardEvent.key` has it; `Ctrl` stands for ⌘ as well. */
  readonly key: string;
  readonly text: TextName;
  readonly run: (app: AppContext) => unknown;
}

/** Keys that work wherever nothing is being written. */
export const globalKeys: readonly KeyBinding[] = [
  { key: "Ctrl k", text: "palette.title", run: openPalette },
  { key: "Ctrl z", text: "undo", run: ({ notices }) => notices.undo() },
  { key: "n", text: "keys.nextTopic", run: (app) => openNextUnread(app, "topic") },
  { key: "p", text: "keys.nextDirect", run: (app) => openNextUnread(app, "direct") },
  { key: " ", text: "keys.catchUp", run: (app) => page(app, 1) },
  { key: "j", text: "keys.nextMessage", run: () => moveBy(1) },
  { key: "k", text: "keys.previousMessage", run: () => moveBy(-1) },
  { key: "r", text: "keys.reply", run: reply },
  { key: "c", text: "keys.compose", run: writeNew },
  { key: "q", text: "keys.channels", run: (app) => openPalette(app, "#") },
  { key: "w", text: "keys.people", run: (app) => openPalette(app, "@") },
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
  onMessage("i", "message.more", (app, message) => {
    openMessageMenu(app, message, rowOf(message).getBoundingClientRect());
  }),
  onMessage(":", "message.react", (app, message) => {
    openEmojiPicker(app, message, rowOf(message).getBoundingClientRect());
  }),
  onMessage("+", "keys.thumb", (app, message) => void toggleReaction(app, message, thumb)),
  onMessage(">", "message.quote", quote),
  onMessage("e", "message.edit", ({ client }, message) => {
    if (mayEdit(client.state.peek(), message, serverNowMs() / 1000))
      client.editing.value = message.id;
  }),
  onMessage("m", "message.move", (app, message) => {
    if (message.type === "stream") openMoveDialog(app, message);
  }),
  onMessage("Ctrl s", "message.star", (app, message) => void toggleStar(app, message)),
  onMessage("U", "message.markUnread", (app, message) => {
    const route = app.client.route.peek();
    if (route.kind !== "narrow" || route.narrow.kind === "search") return;
    const { narrow } = route;
    void runLoaded(app, async () => {
      const { markUnreadFrom } = await import("../../actions/unread-from.ts");
      return () => markUnreadFrom(app, narrow, message.id);
    });
  }),
  onMessage("V", "message.readers", openReaders),
  onMessage("H", "message.history", openHistory),
  onMessage("M", "topic.mute", (app, message) => {
    const where = conversationOf(message, app.client.state.peek().me);
    if (where.kind !== "topic") return;
    void runLoaded(app, async () => {
      const { toggleTopicMuted } = await import("../../actions/topic-preferences.ts");
      return () => toggleTopicMuted(app, where);
    });
  }),
];

const thumb = { emoji_code: "1f44d", emoji_name: "+1", reaction_type: "unicode_emoji" };

function onMessage(
  key: string,
  text: TextName,
  run: (app: AppContext, message: LoadedMessage) => void,
): KeyBinding {
  return {
    key,
    text,
    run: (app) => {
      const message = selected(app);
      if (message !== undefined) run(app, message);
    },
  };
}

function selected({ client, selection }: AppContext): LoadedMessage | undefined {
  return client.state.peek().messages.get(selection.messageId.peek() ?? 0);
}

/** Answers where the message is that is looked at, else in what is open. */
function reply(app: AppContext): void {
  const message = selected(app) ?? newest(app);
  if (message === undefined) document.querySelector<HTMLElement>(".compose textarea")?.focus();
  else answer(app, message);
}

function newest({ client }: AppContext): LoadedMessage | undefined {
  const { messages, timelines } = client.state.peek();
  const route = client.route.peek();
  const open = route.kind === "narrow" ? timelines.get(narrowKey(route.narrow)) : undefined;
  return messages.get(open?.ids.at(-1) ?? 0);
}
