import { useSignal } from "@preact/signals";
import type { UserObject } from "@team-chat/contract";
import { useId } from "preact/hooks";

import { activePeople, allPeople } from "../../state/people.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { plain } from "../rank.ts";
import { Avatar } from "../shell/avatar.tsx";

interface PersonSearchProps {
  readonly label: string;
  /** People who cannot be chosen. */
  readonly without: ReadonlySet<number>;
  readonly onChoose: (userId: number) => void;
  /** Finds those who are deactivated as well. */
  readonly isForAll?: boolean;
}

const most = 6;

/** Finds a person by any part of the name or address; nobody is shown before something was written. */
export function PersonSearch({ isForAll = false, label, onChoose, without }: PersonSearchProps) {
  const state = useAppContext().client.state.value;
  const text = useSignal("");
  const id = useId();
  const found = text.value.trim() === "" ? [] : matching();
  function matching() {
    return (isForAll ? allPeople(state) : activePeople(state))
      .filter((person) => !without.has(person.user_id) && isNamed(person, text.value))
      .slice(0, most);
  }
  const choose = (userId: number | undefined) => {
    if (userId === undefined) return;
    text.value = "";
    onChoose(userId);
  };
  return (
    <div class="field search">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        autocomplete="off"
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.isComposing) return;
          event.preventDefault();
          choose(found[0]?.user_id);
        }}
      />
      {found.length > 0 && <Results people={found} onChoose={choose} />}
    </div>
  );
}

interface ResultsProps {
  readonly people: readonly UserObject[];
  readonly onChoose: (userId: number) => void;
}

function Results({ onChoose, people }: ResultsProps) {
  return (
    <ul>
      {people.map((person) => (
        <li key={person.user_id}>
          <button
            type="button"
            class="row"
            onClick={() => {
              onChoose(person.user_id);
            }}
          >
            <Avatar userId={person.user_id} />
            <span class="name">{person.full_name}</span>
            <span class="soft">
              {person.is_active === false ? t("organization.deactivated") : person.delivery_email}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface Named {
  readonly full_name: string;
  readonly delivery_email: string | null;
}

/** Tells whether a name or an address contains what somebody looks for, whatever the case and accents. */
export function isNamed(
  { delivery_email: email, full_name: name }: Named,
  wanted: string,
): boolean {
  return plain(`${name} ${email ?? ""}`).includes(plain(wanted.trim()));
}
