import type { Room } from "../../state/conversation.ts";
import { typistsIn } from "../../state/people.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";

/** Says who is writing in the conversation that is open; its place is kept when nobody is. */
export function TypingLine({ narrow }: { readonly narrow: Room }) {
  const state = useAppContext().client.state.value;
  const typists = narrow.kind === "channel" ? [] : typistsIn(state, narrow);
  const [name = "", other = ""] = typists.map((id) => state.people.get(id)?.full_name ?? "?");
  return (
    <p class="typing" aria-live="polite">
      {typists.length === 1 && t("typing.one", { name })}
      {typists.length === 2 && t("typing.two", { name, other })}
      {typists.length > 2 && t("typing.many")}
    </p>
  );
}
