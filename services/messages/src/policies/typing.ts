import type { UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

/** In larger channels nobody is told who types (docs/behaviour/messages.md#typing). */
const maxSubscribers = 100;

/** Checks that the user lets others know of typing. @throws BAD_REQUEST */
export function checkSendsTyping({ settings }: UserRecord, where: "channel" | "direct"): void {
  const name =
    where === "channel" ? "send_stream_typing_notifications" : "send_private_typing_notifications";
  if (settings[name] === false)
    throw new AppError(
      "BAD_REQUEST",
      `User has disabled typing notifications for ${where} messages`,
    );
}

/** Lists those of the users who are told who types. */
export function typingAudience(
  ids: readonly number[],
  users: ReadonlyMap<number, UserRecord>,
): number[] {
  return ids.filter((id) => {
    const user = users.get(id);
    return user?.isActive === true && user.settings["receives_typing_notifications"] !== false;
  });
}

/** Lists the users who are told of typing in a channel with these subscribers: nobody when there are too many. */
export function channelTypingAudience(
  subscribers: readonly number[],
  users: ReadonlyMap<number, UserRecord>,
): number[] {
  return subscribers.length > maxSubscribers ? [] : typingAudience(subscribers, users);
}
