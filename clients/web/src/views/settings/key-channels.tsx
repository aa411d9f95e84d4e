import type { Signal } from "@preact/signals";

import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { ChannelChoice } from "../forms/channel-choice.tsx";
import { Icon } from "../shell/icon.tsx";

/** A key is limited to no more than so many (docs/behaviour/keys.md#channels). */
const most = 50;

/** Chooses the channels that a key sends to; without any it sends wherever the account may. */
export function KeyChannels({ chosen }: { readonly chosen: Signal<readonly number[]> }) {
  const { channels } = useAppContext().client.state.value;
  const ids = chosen.value;
  return (
    <div class="field" role="group" aria-label={t("apiKeys.onlyTo")}>
      {ids.length < most && (
        <ChannelChoice
          label={t("apiKeys.onlyTo")}
          value={null}
          none={t(ids.length === 0 ? "apiKeys.anywhere" : "apiKeys.another")}
          without={ids}
          onChange={(id) => {
            if (id !== null) chosen.value = [...ids, id];
          }}
        />
      )}
      {ids.length > 0 && (
        <p class="tags">
          {ids.map((id) => {
            const name = channels.get(id)?.name ?? String(id);
            return (
              <button
                key={id}
                type="button"
                aria-label={t("groups.remove", { name })}
                onClick={() => {
                  chosen.value = ids.filter((one) => one !== id);
                }}
              >
                #{name} <Icon name="close" />
              </button>
            );
          })}
        </p>
      )}
    </div>
  );
}
