import { characterOf } from "../../html/message-nodes.ts";
import { namesOf } from "../../state/selectors.ts";
import type { LoadedMessage } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useDesk } from "../use-client.ts";

interface Shown {
  readonly code: string;
  readonly type: string;
  readonly name: string;
  readonly userIds: number[];
}

/** Shows which emoji people have put on a message. */
export function Reactions({ message }: { readonly message: LoadedMessage }) {
  const state = useDesk().client.state.value;
  if (message.reactions.length === 0) return null;
  return (
    <ul class="reactions" aria-label={t("message.reactions")}>
      {grouped(message).map(({ code, name, type, userIds }) => {
        const names = namesOf({ me: 0, people: state.people }, userIds);
        const label = t("message.reaction", { emoji: name, names });
        const own = userIds.includes(state.me) ? "own" : undefined;
        return (
          <li key={type + code} class={own} title={label} aria-label={label}>
            {type === "unicode_emoji" ? characterOf(code) : <CustomEmoji code={code} name={name} />}
            <span aria-hidden="true">{userIds.length}</span>
          </li>
        );
      })}
    </ul>
  );
}

function CustomEmoji({ code, name }: { readonly code: string; readonly name: string }) {
  const source = useDesk().client.state.value.customEmoji[code]?.source_url;
  return source === undefined ? <span>:{name}:</span> : <img class="emoji" src={source} alt="" />;
}

function grouped({ reactions }: LoadedMessage): readonly Shown[] {
  const shown = new Map<string, Shown>();
  for (const {
    emoji_code: code,
    emoji_name: name,
    reaction_type: type,
    user_id: userId,
  } of reactions) {
    const key = `${type} ${code}`;
    const before = shown.get(key) ?? { code, name, type, userIds: [] };
    before.userIds.push(userId);
    shown.set(key, before);
  }
  return [...shown.values()];
}
