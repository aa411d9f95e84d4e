import type { LoadedMessage } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { type AppContext, useAppContext } from "../app-context.ts";
import { Icon, type IconName } from "../shell/icon.tsx";
import { openEmojiPicker, openMessageMenu } from "./open.tsx";
import { quote } from "./quote.ts";

/** What is done most with a message, beside the one that is looked at; the rest is in a menu. */
export function MessageToolbar({ message }: { readonly message: LoadedMessage }) {
  const app = useAppContext();
  const button = (
    icon: IconName,
    text: string,
    run: (app: AppContext, message: LoadedMessage, anchor: DOMRect) => void,
  ) => (
    <button
      aria-label={text}
      title={text}
      onClick={(event) => {
        run(app, message, event.currentTarget.getBoundingClientRect());
      }}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="toolbar" role="toolbar" aria-label={t("message.actions")}>
      {button("smile", t("message.react"), openEmojiPicker)}
      {button("quote", t("message.quote"), quote)}
      {button("more", t("message.more"), openMessageMenu)}
    </div>
  );
}
