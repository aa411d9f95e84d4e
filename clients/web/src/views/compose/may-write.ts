import type { Room } from "../../state/conversation.ts";
import type { State } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";

/** Says why nothing can be written; empty when something can. The server decides, and says the rest on sending. */
export function whyNot(narrow: Room, { channels, people }: State): string {
  if (narrow.kind === "direct")
    return narrow.userIds.every((id) => people.has(id)) ? "" : t("pane.unknownPlace");
  const channel = channels.get(narrow.channelId);
  if (channel === undefined) return t("pane.unknownPlace");
  if (channel.is_archived) return t("compose.archived");
  return "";
}
