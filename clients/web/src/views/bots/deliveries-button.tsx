import { useSignal } from "@preact/signals";

import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Deliveries } from "./deliveries.tsx";
import { kinds } from "./kinds.ts";

/** Shows the deliveries of a bot when they are asked for; nothing for bots that are told of nothing. */
export function DeliveriesButton({ botId }: { readonly botId: number }) {
  const isShown = useSignal(false);
  const bot = useAppContext().client.state.value.people.get(botId);
  if (bot?.bot_type !== kinds.outgoing) return null;
  return (
    <>
      <button
        aria-expanded={isShown.value}
        onClick={() => {
          isShown.value = !isShown.value;
        }}
      >
        {t("deliveries.title")}
      </button>
      {isShown.value && <Deliveries botId={botId} />}
    </>
  );
}
