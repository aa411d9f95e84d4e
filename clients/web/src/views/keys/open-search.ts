import { searchAddress } from "../../narrow/address.ts";
import { termsOfRoom } from "../../narrow/terms.ts";
import type { AppContext } from "../app-context.ts";

/** Begins a search in what is open; a term of its own says so, and can be removed. */
export function openSearch({ client, searchKeys }: AppContext): void {
  const route = client.route.peek();
  const narrow = route.kind === "narrow" ? route.narrow : null;
  const field = document.querySelector<HTMLElement>(".search-field input");
  if (field !== null) {
    field.focus();
    return;
  }
  searchKeys.begin();
  if (narrow === null || narrow.kind === "search") location.hash = "#search";
  else location.hash = searchAddress(termsOfRoom(narrow), client.state.peek());
}
