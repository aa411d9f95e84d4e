import type { Signal } from "@preact/signals";

import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Icon } from "../shell/icon.tsx";
import { PersonSearch } from "./person-search.tsx";

interface PersonChoiceProps {
  readonly label: string;
  /** Null for nobody. */
  readonly value: Signal<number | null>;
  /** Is called after each change. */
  readonly onChange?: () => void;
}

/** Chooses a person, who may be deactivated: a press on the name takes it out again. */
export function PersonChoice({ label, onChange, value }: PersonChoiceProps) {
  const { people } = useAppContext().client.state.value;
  const choose = (id: number | null) => {
    value.value = id;
    onChange?.();
  };
  if (value.value === null)
    return <PersonSearch label={label} without={new Set()} isForAll onChoose={choose} />;
  const name = people.get(value.value)?.full_name ?? "?";
  return (
    <div class="field" role="group" aria-label={label}>
      <p class="tags">
        <button
          type="button"
          aria-label={t("groups.remove", { name })}
          onClick={() => {
            choose(null);
          }}
        >
          {name} <Icon name="close" />
        </button>
      </p>
    </div>
  );
}
