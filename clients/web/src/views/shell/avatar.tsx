import type { State } from "../../state/state.ts";
import { usePicked } from "../app-context.ts";

/** Shows somebody's picture, and behind it the first letter of the name, while there is none. */
export function Avatar({ userId }: { readonly userId: number }) {
  const person = usePicked(personOf, userId);
  const letter = Array.from(person?.full_name ?? "?")[0]?.toUpperCase();
  const source = person?.avatar_url ?? "";
  const isOwn = source.startsWith("/") || source.startsWith(`${location.origin}/`);
  return (
    <span class="avatar" data-tone={userId % 6} aria-hidden="true">
      {letter}
      {isOwn && <img src={source} alt="" loading="lazy" />}
    </span>
  );
}

function personOf({ people }: State, userId: number) {
  return people.get(userId);
}
