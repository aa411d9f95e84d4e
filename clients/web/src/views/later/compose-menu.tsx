import { t } from "../../texts/texts.ts";
import type { Compose } from "../compose/use-compose.ts";
import { Menu, type MenuItem } from "../shell/menu.tsx";
import { useDesk } from "../use-client.ts";
import { openSendLater, openSnippets } from "./open.tsx";

interface ComposeMenuProps {
  readonly compose: Compose;
  readonly anchor: DOMRect;
}

/** Offers what can be done with what is written, other than to send it now. */
export function ComposeMenu({ anchor, compose }: ComposeMenuProps) {
  const desk = useDesk();
  const isReady = compose.text.value.trim() !== "" && compose.excess.value <= 0;
  const items: MenuItem[] = [
    {
      text: t("snippets.title"),
      run: () => {
        openSnippets(desk, compose);
      },
    },
    {
      text: t("scheduled.title"),
      run: () => {
        location.hash = "#scheduled";
      },
    },
  ];
  if (isReady)
    items.unshift({
      text: t("later.send"),
      run: () => {
        openSendLater(desk, compose);
      },
    });
  return <Menu label={t("compose.more")} anchor={anchor} items={items} />;
}
