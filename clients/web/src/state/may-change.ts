import type { LoadedMessage, State } from "./state.ts";

type Viewer = Pick<State, "me" | "organization" | "people">;

/** Tells whether oneself may edit a message; of what depends on groups the server decides. */
export function mayEdit(
  { me, organization }: Viewer,
  message: LoadedMessage,
  nowSeconds: number,
): boolean {
  const { allowsEditing, editLimitSeconds } = organization;
  const isPlain = message.submessages.length === 0;
  const isInTime = isYounger(message, editLimitSeconds, nowSeconds);
  return message.sender_id === me && allowsEditing && isPlain && isInTime;
}

/** Tells whether oneself may delete a message; others may by a permission of a group, which the server knows. */
export function mayDelete(
  { me, organization, people }: Viewer,
  message: LoadedMessage,
  nowSeconds: number,
): boolean {
  if (people.get(me)?.is_admin === true) return true;
  const isOwn = message.sender_id === me || people.get(message.sender_id)?.bot_owner_id === me;
  return isOwn && isYounger(message, organization.deleteLimitSeconds, nowSeconds);
}

function isYounger({ timestamp }: LoadedMessage, seconds: number | null, now: number): boolean {
  return seconds === null || now - timestamp < seconds;
}
