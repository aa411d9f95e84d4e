import { toggleReaction } from "../../actions/react.ts";
import { characterOf } from "../../html/message-nodes.ts";
import { namesOf } from "../../state/selectors.ts";
import type { LoadedMessage } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { openEmojiPicker } from "../message-actions/open.tsx";
import { Icon } from "../shell/icon.tsx";

interface Shown {
  readonly code: string;
  readonly type: string;
  readonly name: string;
  readonly userIds: number[];
}

/** Shows which emoji people have put on a message, and lets one join in. */
export function Reactions({ message }: { readonly message: LoadedMessage }) {
  const app = useAppContext();
  if (message.reactions.length === 0) return null;
  return (
    <ul class="reactions" aria-label={t("message.reactions")}>
      {grouped(message).map((shown) => (
        <Reaction key={shown.type + shown.code} message={message} shown={shown} />
      ))}
      <li>
        <button
          class="quiet"
          aria-label={t("message.react")}
          title={t("message.react")}
          onClick={(event) => {
            openEmojiPicker(app, message, event.currentTarget.getBoundingClientRect());
          }}
        >
          <Icon name="smile" />
        </button>
      </li>
    </ul>
  );
}

interface ReactionProps {
  readonly message: LoadedMessage;
  readonly shown: Shown;
}

/** Shows one emoji, with who put it there; a press joins in, or takes one's own back. */
function Reaction({ message, shown: { code, name, type, userIds } }: ReactionProps) {
  const app = useAppContext();
  const { me, people } = app.client.state.value;
  const label = t("message.reaction", { emoji: name, names: namesOf({ me: 0, people }, userIds) });
  const isOwn = userIds.includes(me);
  const emoji = { emoji_code: code, emoji_name: name, reaction_type: type };
  return (
    <li>
      <button
        class={isOwn ? "own" : undefined}
        title={label}
        aria-label={label}
        aria-pressed={isOwn}
        onClick={() => void toggleReaction(app, message, emoji)}
      >
        {type === "unicode_emoji" ? characterOf(code) : <CustomEmoji code={code} name={name} />}
        <span aria-hidden="true">{userIds.length}</span>
      </button>
    </li>
  );
}

function CustomEmoji({ code, name }: { readonly code: string; readonly name: string }) {
  const source = useAppContext().client.state.value.customEmoji[code]?.source_url;
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
