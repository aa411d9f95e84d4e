import { join, leave } from "../../actions/subscribe.ts";
import { mayJoin } from "../../state/channels.ts";
import type { Channel } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { useDesk } from "../use-client.ts";

/** Subscribes to a channel or leaves it, where one may; a private one is not left by mistake. */
export function SubscribeButton({ channel }: { readonly channel: Channel }) {
  const state = useDesk().client.state.value;
  const attempt = useAttempt();
  const { isSubscribed, name } = channel;
  const mayReturn = mayJoin(state, channel);
  const run = (work: typeof join) => void attempt.run(() => work(channel));
  return (
    <>
      <Problem text={attempt.problem.value} />
      {isSubscribed && !mayReturn && (
        <ConfirmButton
          label={t("channel.unsubscribe")}
          question={t("channels.leaveQuestion")}
          onConfirm={() => {
            run(leave);
          }}
        />
      )}
      {mayReturn && (
        <button
          type="button"
          aria-label={`${t(isSubscribed ? "channel.unsubscribe" : "channel.subscribe")} #${name}`}
          onClick={() => {
            run(isSubscribed ? leave : join);
          }}
        >
          {t(isSubscribed ? "channel.unsubscribe" : "channel.subscribe")}
        </button>
      )}
    </>
  );
}
