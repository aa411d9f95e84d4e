import { deleteLater } from "../../actions/delete-message.ts";
import { toggleStar } from "../../actions/star.ts";
import { markUnreadFrom } from "../../actions/unread-from.ts";
import { serverNowMs } from "../../api/clock.ts";
import { mayDelete, mayEdit } from "../../state/may-change.ts";
import type { LoadedMessage } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { openRemindDialog } from "../later/open.tsx";
import { Menu, type MenuItem } from "../shell/menu.tsx";
import { type Desk, useDesk } from "../use-client.ts";
import { openEmojiPicker, openHistory, openMoveDialog, openReaders } from "./open.tsx";
import { copyLink, quoteMessage } from "./quote-message.ts";

interface MessageMenuProps {
  readonly message: LoadedMessage;
  readonly anchor: DOMRect;
}

/** Offers what can be done with a message. */
export function MessageMenu({ anchor, message }: MessageMenuProps) {
  const desk = useDesk();
  const items = [...everybodyItems(desk, message, anchor), ...ownItems(desk, message)];
  return <Menu label={t("message.actions")} anchor={anchor} items={items} />;
}

function everybodyItems(desk: Desk, message: LoadedMessage, anchor: DOMRect): MenuItem[] {
  const { client } = desk;
  const place = client.place.peek();
  const items: MenuItem[] = [
    {
      text: t("message.react"),
      key: ":",
      run: () => {
        openEmojiPicker(desk, message, anchor);
      },
    },
    { text: t("message.quote"), key: ">", run: () => void quoteMessage(desk, message) },
    {
      text: t(message.flags.includes("starred") ? "message.unstar" : "message.star"),
      key: "Ctrl s",
      run: () => void toggleStar(desk, message),
    },
    {
      text: t("message.remind"),
      run: () => {
        openRemindDialog(desk, message);
      },
    },
    {
      text: t("message.copyLink"),
      run: () => {
        copyLink(desk, message);
      },
    },
  ];
  const room = place.kind === "narrow" && place.narrow.kind !== "search" ? place.narrow : null;
  if (room !== null)
    items.push({
      text: t("message.markUnread"),
      key: "U",
      run: () => void markUnreadFrom(desk, room, message.id),
    });
  if (client.state.peek().organization.showsReaders)
    items.push({
      text: t("message.readers"),
      key: "V",
      run: () => {
        openReaders(desk, message);
      },
    });
  return items;
}

/** What only some may do, or only with some messages; the server has the last word. */
function ownItems(desk: Desk, message: LoadedMessage): MenuItem[] {
  const { client, postponements } = desk;
  const state = client.state.peek();
  const nowSeconds = serverNowMs() / 1000;
  const items: MenuItem[] = [];
  if (message.last_edit_timestamp !== undefined && state.organization.showsHistory)
    items.push({
      text: t("message.history"),
      key: "H",
      run: () => {
        openHistory(desk, message);
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
        openMoveDialog(desk, message);
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
