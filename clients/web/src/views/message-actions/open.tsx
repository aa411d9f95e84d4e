import type { Narrow } from "../../state/conversation.ts";
import type { LoadedMessage } from "../../state/state.ts";
import type { AppContext } from "../app-context.ts";

/** Offers everything that can be done with a message. */
export function openMessageMenu(
  { dialogs }: AppContext,
  message: LoadedMessage,
  anchor: DOMRect,
): void {
  dialogs.open(async () => {
    const { MessageMenu } = await import("./message-menu.tsx");
    return <MessageMenu message={message} anchor={anchor} />;
  });
}

/** Offers all emoji to put on a message. */
export function openEmojiPicker(
  { dialogs }: AppContext,
  message: LoadedMessage,
  anchor: DOMRect,
): void {
  dialogs.open(async () => {
    const { EmojiPicker } = await import("./emoji-picker.tsx");
    return <EmojiPicker message={message} anchor={anchor} />;
  });
}

/** Asks where to move a message to. */
export function openMoveDialog({ dialogs }: AppContext, message: LoadedMessage): void {
  dialogs.open(async () => {
    const { MoveDialog } = await import("./move-dialog.tsx");
    return <MoveDialog message={message} />;
  });
}

/** Shows what a message was before. */
export function openHistory({ dialogs }: AppContext, message: LoadedMessage): void {
  dialogs.open(async () => {
    const { HistoryDialog } = await import("./history-dialog.tsx");
    return <HistoryDialog messageId={message.id} />;
  });
}

/** Shows who has read a message. */
export function openReaders({ dialogs }: AppContext, message: LoadedMessage): void {
  dialogs.open(async () => {
    const { ReadersDialog } = await import("./readers-dialog.tsx");
    return <ReadersDialog messageId={message.id} />;
  });
}

/** Offers what can be done with what is open. */
export function openConversationMenu(
  { dialogs }: AppContext,
  narrow: Narrow,
  anchor: DOMRect,
): void {
  dialogs.open(async () => {
    const { ConversationMenu } = await import("./conversation-menu.tsx");
    return <ConversationMenu narrow={narrow} anchor={anchor} />;
  });
}
