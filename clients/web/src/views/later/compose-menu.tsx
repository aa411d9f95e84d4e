import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import type { Compose } from "../compose/use-compose.ts";
import { Menu, type MenuItem } from "../shell/menu.tsx";
import { openSendLater, openSnippets } from "./open.tsx";

interface ComposeMenuProps {
  readonly compose: Compose;
  readonly anchor: DOMRect;
}

/** Offers what can be done with what is written, other than to send it now. */
export function ComposeMenu({ anchor, compose }: ComposeMenuProps) {
  const app = useAppContext();
  const isReady = compose.text.value.trim() !== "" && compose.excess.value <= 0;
  const items: MenuItem[] = [
    {
      text: t("snippets.title"),
      run: () => {
        openSnippets(app, compose);
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
        openSendLater(app, compose);
      },
    });
  return <Menu label={t("compose.more")} anchor={anchor} items={items} />;
}
