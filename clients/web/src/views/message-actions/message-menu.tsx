import { deleteLater } from "../../actions/delete-message.ts";
import { toggleStar } from "../../actions/star.ts";
import { markUnreadFrom } from "../../actions/unread-from.ts";
import { serverNowMs } from "../../api/clock.ts";
import { mayDelete, mayEdit } from "../../state/may-change.ts";
import type { LoadedMessage } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { type AppContext, useAppContext } from "../app-context.ts";
import { openRemindDialog } from "../later/open.tsx";
import { Menu, type MenuItem } from "../shell/menu.tsx";
import { openEmojiPicker, openHistory, openMoveDialog, openReaders } from "./open.tsx";
import { copyLink, quoteMessage } from "./quote-message.ts";

interface MessageMenuProps {
  readonly message: LoadedMessage;
  readonly anchor: DOMRect;
}

/** Offers what can be done with a message. */
export function MessageMenu({ anchor, message }: MessageMenuProps) {
  const app = useAppContext();
  const items = [...everybodyItems(app, message, anchor), ...ownItems(app, message)];
  return <Menu label={t("message.actions")} anchor={anchor} items={items} />;
}

function everybodyItems(app: AppContext, message: LoadedMessage, anchor: DOMRect): MenuItem[] {
  const { client } = app;
  const route = client.route.peek();
  const items: MenuItem[] = [
    {
      text: t("message.react"),
      key: ":",
      run: () => {
        openEmojiPicker(app, message, anchor);
      },
    },
    { text: t("message.quote"), key: ">", run: () => void quoteMessage(app, message) },
    {
      text: t(message.flags.includes("starred") ? "message.unstar" : "message.star"),
      key: "Ctrl s",
      run: () => void toggleStar(app, message),
    },
    {
      text: t("message.remind"),
      run: () => {
        openRemindDialog(app, message);
      },
    },
    {
      text: t("message.copyLink"),
      run: () => {
        copyLink(app, message);
      },
    },
  ];
  const room = route.kind === "narrow" && route.narrow.kind !== "search" ? route.narrow : null;
  if (room !== null)
    items.push({
      text: t("message.markUnread"),
      key: "U",
      run: () => void markUnreadFrom(app, room, message.id),
    });
  if (client.state.peek().organization.showsReaders)
    items.push({
      text: t("message.readers"),
      key: "V",
      run: () => {
        openReaders(app, message);
      },
    });
  return items;
}

/** What only some may do, or only with some messages; the server has the last word. */
function ownItems(app: AppContext, message: LoadedMessage): MenuItem[] {
  const { client, postponements } = app;
  const state = client.state.peek();
  const nowSeconds = serverNowMs() / 1000;
  const items: MenuItem[] = [];
  if (message.last_edit_timestamp !== undefined && state.organization.showsHistory)
    items.push({
      text: t("message.history"),
      key: "H",
      run: () => {
        openHistory(app, message);
      },
    });
  if (mayEdit(state, message, nowSeconds))
    items.push({
      text: t("message.edit"),
      key: "e",
      run: () => {
        client.editing.value = message.id;
      },
    });
  if (message.type === "stream")
    items.push({
      text: t("message.move"),
      key: "m",
      run: () => {
        openMoveDialog(app, message);
      },
    });
  if (mayDelete(state, message, nowSeconds))
    items.push({
      text: t("message.delete"),
      run: () => {
        deleteLater(postponements, message.id);
      },
    });
  return items;
}
