import "../pages/pages.css";
import { addressOf } from "../../narrow/address.ts";
import { openChannels } from "../../state/channels.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { LogInLink } from "../shell/log-in-link.tsx";

/** Shows people without an account what they may read. */
export function Welcome() {
  const state = useAppContext().client.state.value;
  const channels = openChannels(state);
  return (
    <>
      <header class="pane-head">
        <h1>{state.organization.name}</h1>
      </header>
      <div class="scroll page" tabIndex={-1}>
        <div class="page-body">
          <p>{t("spectator.hint")}</p>
          <ul class="entries">
            {channels.map(({ description, name, stream_id: channelId }) => (
              <li key={channelId}>
                <a class="row" href={addressOf({ kind: "channel", channelId }, state)}>
                  <span class="name">#{name}</span>
                  <span class="soft more">{description}</span>
                </a>
              </li>
            ))}
          </ul>
          <p class="actions">
            <LogInLink text={t("spectator.logIn")} />
          </p>
        </div>
      </div>
    </>
  );
}
