import type { LoadedMessage } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { Icon, type IconName } from "../shell/icon.tsx";
import { type Desk, useDesk } from "../use-client.ts";
import { openEmojiPicker, openMessageMenu } from "./open.tsx";
import { quoteMessage } from "./quote-message.ts";

/** What is done most with a message, beside the one that is looked at; the rest is in a menu. */
export function MessageToolbar({ message }: { readonly message: LoadedMessage }) {
  const desk = useDesk();
  const button = (
    icon: IconName,
    text: string,
    run: (desk: Desk, message: LoadedMessage, anchor: DOMRect) => void,
  ) => (
    <button
      aria-label={text}
      title={text}
      onClick={(event) => {
        run(desk, message, event.currentTarget.getBoundingClientRect());
      }}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="toolbar" role="toolbar" aria-label={t("message.actions")}>
      {button("smile", t("message.react"), openEmojiPicker)}
      {button("quote", t("message.quote"), (_, one) => void quoteMessage(desk, one))}
      {button("more", t("message.more"), openMessageMenu)}
    </div>
  );
}
