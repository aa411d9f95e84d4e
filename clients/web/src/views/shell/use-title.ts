import { useEffect } from "preact/hooks";

import unreadIcon from "../../icon-unread.svg";
import plainIcon from "../../icon.svg";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { narrowName } from "../conversation-name.ts";

/** Keeps the title of the page, and its symbol: what is open, and how much is unread. */
export function useTitle(): void {
  const { client } = useAppContext();
  const state = client.state.value;
  const route = client.route.value;
  const name = route.kind === "narrow" ? narrowName(state, route.narrow) : t("inbox.title");
  const { total } = client.counts.value;
  const count = total === 0 ? "" : `(${String(total)}) `;
  const title = `${count}${name} – ${state.organization.name}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link !== null) link.href = total === 0 ? plainIcon : unreadIcon;
    // On the symbol of an installed app; browsers that know none refuse.
    void navigator.setAppBadge?.(total).catch(() => undefined);
  }, [total]);
}
