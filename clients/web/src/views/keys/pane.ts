import { addressOf } from "../../narrow/address.ts";
import type { LoadedMessage } from "../../state/state.ts";
import type { AppContext } from "../app-context.ts";
import { openNextUnread } from "./next-unread.ts";
import { openPalette } from "./open.tsx";

/** Share of the pane that one press scrolls, so that a line of the last page is still seen. */
const pageShare = 0.85;

function rows(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".feed [data-id]")];
}

/** Finds the row of a message that is shown. */
export function rowOf({ id }: LoadedMessage): Element {
  return document.querySelector(`[data-id="${String(id)}"]`) ?? document.body;
}

/** Moves the focus to the next message, or to the one before; the first time to the last one that is seen. */
export function moveBy(step: 1 | -1): void {
  const all = rows();
  const at = all.findIndex((row) => row.contains(document.activeElement));
  const bottom = document.querySelector(".messages")?.getBoundingClientRect().bottom ?? 0;
  const seen = all.findLastIndex((row) => row.getBoundingClientRect().top < bottom - 20);
  const next = all[at === -1 ? seen : at + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

/** Scrolls by a page; from the end goes on to the next unread conversation. */
export function page(app: AppContext, step: 1 | -1): void {
  const pane = document.querySelector<HTMLElement>(".messages");
  const below = pane === null ? 0 : pane.scrollHeight - pane.scrollTop - pane.clientHeight;
  if (pane === null || (step === 1 && below < 10)) openNextUnread(app, "any");
  else pane.scrollBy({ top: step * pane.clientHeight * pageShare });
}

/** Begins a new conversation: a topic of the channel that is open, or one that is looked for. */
export function writeNew(app: AppContext): void {
  const { client } = app;
  const route = client.route.peek();
  const narrow = route.kind === "narrow" ? route.narrow : null;
  if (narrow === null || narrow.kind === "direct" || narrow.kind === "search") {
    openPalette(app);
    return;
  }
  const channel = { kind: "channel", channelId: narrow.channelId } as const;
  client.insertion.value = { narrow: channel, text: "" };
  location.hash = addressOf(channel, client.state.peek());
}
