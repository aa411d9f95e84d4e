import { join, leave } from "../../actions/subscribe.ts";
import { mayJoin } from "../../state/channels.ts";
import type { Channel } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";

/** Subscribes to a channel or leaves it, where one may; a private one is not left by mistake. */
export function SubscribeButton({ channel }: { readonly channel: Channel }) {
  const state = useAppContext().client.state.value;
  // What is done may be heard before the answer, so the next press is an attempt of its own.
  const [joining, leaving] = [useAttempt(), useAttempt()];
  const { isSubscribed, name } = channel;
  const mayReturn = mayJoin(state, channel);
  const run = () =>
    void (isSubscribed
      ? leaving.submit(() => leave(channel))
      : joining.submit(() => join(channel)));
  return (
    <>
      <Problem text={joining.problem.value || leaving.problem.value} />
      {isSubscribed && !mayReturn && (
        <ConfirmButton
          label={t("channel.unsubscribe")}
          question={t("channels.leaveQuestion")}
          onConfirm={run}
        />
      )}
      {mayReturn && (
        <button
          type="button"
          aria-label={`${t(isSubscribed ? "channel.unsubscribe" : "channel.subscribe")} #${name}`}
          onClick={run}
        >
          {t(isSubscribed ? "channel.unsubscribe" : "channel.subscribe")}
        </button>
      )}
    </>
  );
}
