import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { toggleReaction } from "../../actions/react.ts";
import type { LoadedMessage } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { loadNamedEmoji, type NamedEmoji } from "../compose/load-emoji.ts";
import { Dialog } from "../shell/dialog.tsx";
import { type EmojiChoice, emojiChoices } from "./emoji-choices.ts";

interface EmojiPickerProps {
  readonly message: LoadedMessage;
  readonly anchor: DOMRect;
}

/** How many emoji stand in a line; `dialogs.css` has the same. */
const columns = 8;
const listId = "emoji";
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: columns,
  ArrowUp: -columns,
};

/** Puts one of all emoji on a message: the focus stays in the field that looks for names. */
export function EmojiPicker({ anchor, message }: EmojiPickerProps) {
  const { choices, chosen, isLoaded, onKeyDown, pick, written } = usePicker(message);
  return (
    <Dialog label={t("message.react")} anchor={anchor} kind="menu">
      <input
        class="find"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={choices.length === 0 ? undefined : optionId(chosen.value)}
        aria-label={t("emoji.find")}
        placeholder={t("emoji.find")}
        autofocus
        value={written.value}
        onInput={(event) => {
          written.value = event.currentTarget.value;
          chosen.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <ul class="emoji-grid" role="listbox" id={listId} aria-label={t("message.react")}>
        {choices.map((choice, at) => (
          <Option
            key={choice.emoji_code}
            {...{ choice, at, pick }}
            isChosen={at === chosen.value}
          />
        ))}
      </ul>
      <p class="soft emoji-name" role={choices.length === 0 ? "status" : undefined}>
        {choices[chosen.value]?.emoji_name.replaceAll("_", " ") ??
          t(isLoaded ? "emoji.none" : "loading")}
      </p>
    </Dialog>
  );
}

/** Keeps what was written and chosen; names are loaded when it is opened. */
function usePicker(message: LoadedMessage) {
  const app = useAppContext();
  const all = useSignal<readonly NamedEmoji[] | null>(null);
  const written = useSignal("");
  const chosen = useSignal(0);
  useEffect(() => {
    void loadNamedEmoji().then((loaded) => {
      all.value = loaded;
    });
  }, []);
  const { customEmoji } = app.client.state.value;
  const choices = emojiChoices(written.value, all.value ?? [], customEmoji);
  const pick = (choice: EmojiChoice | undefined) => {
    if (choice === undefined) return;
    app.dialogs.close();
    const { emoji_code, emoji_name, reaction_type } = choice;
    const current = app.client.state.peek().messages.get(message.id) ?? message;
    void toggleReaction(app, current, { emoji_code, emoji_name, reaction_type });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step !== undefined)
      chosen.value = Math.max(0, Math.min(choices.length - 1, chosen.peek() + step));
    else if (event.key === "Enter") pick(choices[chosen.peek()]);
    else return;
    event.preventDefault();
  };
  return { choices, chosen, written, pick, onKeyDown, isLoaded: all.value !== null };
}

function optionId(at: number): string {
  return `${listId}-${String(at)}`;
}

interface OptionProps {
  readonly choice: EmojiChoice;
  readonly at: number;
  readonly isChosen: boolean;
  readonly pick: (choice: EmojiChoice) => void;
}

function Option({ at, choice, isChosen, pick }: OptionProps) {
  const name = choice.emoji_name.replaceAll("_", " ");
  return (
    <li
      id={optionId(at)}
      role="option"
      aria-selected={isChosen}
      aria-label={name}
      title={name}
      onClick={() => {
        pick(choice);
      }}
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: "nearest" });
      }}
    >
      {choice.source === "" ? choice.character : <img src={choice.source} alt="" />}
    </li>
  );
}
