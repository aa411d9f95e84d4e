import type { LoadedMessage } from "../../state/state.ts";
import { loadPageTexts } from "../../texts/texts.ts";
import type { AppContext } from "../app-context.ts";
import type { Compose } from "../compose/use-compose.ts";

/** Offers what can be done with what is written, other than to send it now. */
export function openComposeMenu({ dialogs }: AppContext, compose: Compose, anchor: DOMRect): void {
  dialogs.open(async () => {
    const [{ ComposeMenu }] = await Promise.all([import("./compose-menu.tsx"), loadPageTexts()]);
    return <ComposeMenu compose={compose} anchor={anchor} />;
  });
}

/** Asks when what is written is to be sent. */
export function openSendLater({ dialogs }: AppContext, compose: Compose): void {
  dialogs.open(async () => {
    const { SendLaterDialog } = await import("./send-later-dialog.tsx");
    return <SendLaterDialog compose={compose} />;
  });
}

/** Offers saved snippets, and to save what is written as one. */
export function openSnippets({ dialogs }: AppContext, compose: Compose): void {
  dialogs.open(async () => {
    const { SnippetsDialog } = await import("./snippets-dialog.tsx");
    return <SnippetsDialog compose={compose} />;
  });
}

/** Asks when one wants to be reminded of a message. */
export function openRemindDialog({ dialogs }: AppContext, { id }: LoadedMessage): void {
  dialogs.open(async () => {
    const [{ RemindDialog }] = await Promise.all([import("./remind-dialog.tsx"), loadPageTexts()]);
    return <RemindDialog messageId={id} />;
  });
}
