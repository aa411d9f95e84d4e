import { useSignal } from "@preact/signals";

import { addressOf, searchAddress } from "../../narrow/address.ts";
import type { Term } from "../../state/conversation.ts";
import { useAppContext } from "../app-context.ts";
import { parseTerms } from "./parse-terms.ts";
import { suggestTerms } from "./suggest-terms.ts";

/** Keeps what is being written behind the terms of the address; whatever changes them changes the address. */
export function useSearch(terms: readonly Term[], isDone: boolean) {
  const { remove, search, prepare } = useTerms(terms, isDone);
  const state = useAppContext().client.state.value;
  const written = useSignal("");
  const isLooking = useSignal(false);
  const chosen = useSignal(-1);
  const suggestions = isLooking.value ? suggestTerms(written.value, state) : [];
  const onInput = (value: string) => {
    written.value = value;
    isLooking.value = value !== "";
    chosen.value = -1;
  };
  const submit = () => {
    const next = [...terms, ...parseTerms(written.peek(), state)];
    onInput("");
    if (next.length > 0) search(next);
  };
  const pick = ({ key }: { readonly key: string }) => {
    const picked = suggestions.find((one) => one.key === key);
    if (picked === undefined) return;
    onInput(picked.rest);
    if (picked.term !== null) prepare([...terms, picked.term]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { length } = suggestions;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const suggestion =
      suggestions[chosen.peek()] ?? (event.key === "Tab" ? suggestions[0] : undefined);
    if (step !== undefined && length > 0)
      chosen.value = ((chosen.peek() + 1 + step + length + 1) % (length + 1)) - 1;
    else if (isPick(event) && suggestion !== undefined) pick(suggestion);
    else if (event.key === "Backspace" && written.peek() === "") remove(terms.length - 1);
    else if (event.key === "Escape" && length > 0) isLooking.value = false;
    else return;
    event.preventDefault();
  };
  const shown = { written: written.value, chosen: chosen.value, suggestions };
  return { ...shown, onInput, onKeyDown, pick, remove, submit };
}

function isPick({ key, shiftKey }: KeyboardEvent): boolean {
  return key === "Enter" || (key === "Tab" && !shiftKey);
}

/** Changes the terms that are in the address. */
function useTerms(terms: readonly Term[], isDone: boolean) {
  const names = useAppContext().client.state.value;
  const search = (next: readonly Term[]) => {
    location.hash =
      next.length === 0 ? "#search" : addressOf({ kind: "search", terms: next }, names);
  };
  const prepare = (next: readonly Term[]) => {
    location.replace(searchAddress(next, names));
  };
  const remove = (at: number) => {
    if (terms[at] === undefined) return;
    const rest = terms.filter((_, place) => place !== at);
    if (isDone) search(rest);
    else prepare(rest);
  };
  return { search, prepare, remove };
}
