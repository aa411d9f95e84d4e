import type { Room } from "../../state/conversation.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { narrowName } from "../conversation-name.ts";
import { editLast } from "./edit-last.ts";
import type { Compose } from "./use-compose.ts";
import type { UseSuggestions } from "./use-suggestions.ts";

interface WriteAreaProps {
  readonly narrow: Room;
  readonly compose: Compose;
  readonly suggestions: UseSuggestions;
  /** Id of the list of suggestions. */
  readonly listId: string;
  readonly onFiles: (files: Iterable<File>) => void;
}

/** The field for the text: Enter sends, with Shift it begins a line, and ↑ in an empty one edits the last message. */
export function WriteArea({ compose, listId, narrow, onFiles, suggestions }: WriteAreaProps) {
  const { client } = useAppContext();
  const { area, send, text, write } = compose;
  const { chosen, items } = suggestions;
  const hasList = items.length > 0;
  const label = t("compose.to", { name: narrowName(client.state.value, narrow) });
  const onKeyDown = (event: KeyboardEvent) => {
    const isForList = suggestions.onKey(event);
    const isSend = !isForList && event.key === "Enter" && !event.shiftKey && !event.isComposing;
    const isEdit = event.key === "ArrowUp" && text.peek() === "" && editLast(client, narrow);
    if (isSend) send();
    if (isForList || isSend || isEdit) event.preventDefault();
  };
  return (
    <textarea
      ref={area}
      rows={1}
      dir="auto"
      value={text.value}
      aria-label={label}
      aria-controls={hasList ? listId : undefined}
      aria-activedescendant={hasList ? `${listId}-${String(chosen)}` : undefined}
      placeholder={label}
      onInput={(event) => {
        const { selectionEnd, value } = event.currentTarget;
        write(value);
        suggestions.look(value.slice(0, selectionEnd));
      }}
      onKeyDown={onKeyDown}
      onBlur={suggestions.close}
      onPaste={(event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        if (files.length > 0) event.preventDefault();
        onFiles(files);
      }}
    />
  );
}
