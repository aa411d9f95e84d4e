import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Icon } from "../shell/icon.tsx";
import { PersonSearch } from "./person-search.tsx";

interface PeopleChoiceProps {
  readonly label: string;
  readonly ids: readonly number[];
  readonly onChange: (ids: number[]) => void;
}

/** Chooses some people: a press on a name takes it out again. */
export function PeopleChoice({ ids, label, onChange }: PeopleChoiceProps) {
  const { people } = useAppContext().client.state.value;
  return (
    <div class="field">
      <p class="tags">
        {ids.map((id) => {
          const name = people.get(id)?.full_name ?? "?";
          return (
            <button
              key={id}
              type="button"
              aria-label={t("groups.remove", { name })}
              onClick={() => {
                onChange(ids.filter((one) => one !== id));
              }}
            >
              {name} <Icon name="close" />
            </button>
          );
        })}
      </p>
      <PersonSearch
        label={label}
        without={new Set(ids)}
        onChoose={(id) => {
          onChange([...ids, id]);
        }}
      />
    </div>
  );
}
