import { t } from "../../texts/texts.ts";
import type { Suggestion } from "./suggest.ts";

type Shown = Pick<Suggestion, "key" | "label" | "hint">;

interface SuggestionListProps<S extends Shown> {
  readonly id: string;
  readonly items: readonly S[];
  readonly chosen: number;
  readonly onPick: (suggestion: S) => void;
}

/** Lists what may be meant, for keys and mouse; the focus stays in the text. */
export function SuggestionList<S extends Shown>(props: SuggestionListProps<S>) {
  const { chosen, id, items, onPick } = props;
  if (items.length === 0) return null;
  return (
    <ul class="suggestions" role="listbox" id={id} aria-label={t("suggestions.label")}>
      {items.map((item, at) => (
        <li
          key={item.key}
          id={`${id}-${String(at)}`}
          role="option"
          aria-selected={at === chosen}
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(item);
          }}
        >
          <span>{item.label}</span>
          {item.hint !== "" && <span class="soft">{item.hint}</span>}
        </li>
      ))}
    </ul>
  );
}
