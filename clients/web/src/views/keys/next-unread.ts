import { addressOf } from "../../narrow/address.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import { keyOf } from "../../state/conversation.ts";
import { t } from "../../texts/texts.ts";
import type { AppContext } from "../app-context.ts";
import { goTo } from "./go-to.ts";

/** Opens the next unread conversation behind the one that is open, and begins from the top after the last. */
export function openNextUnread(
  { client, notices }: AppContext,
  kind: "topic" | "direct" | "any",
): void {
  const state = client.state.peek();
  const route = client.route.peek();
  const here = route.kind === "narrow" ? narrowKey(route.narrow) : "";
  const all = client.inbox.peek().map(({ conversation }) => conversation);
  const at = all.findIndex((one) => keyOf(one) === here);
  const next = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))].find(
    (one) => kind === "any" || one.kind === kind,
  );
  if (next === undefined) notices.say(t("keys.allRead"));
  else goTo(addressOf(next, state));
}
