import { type ReadonlySignal, signal } from "@preact/signals";

/** Below this width there is room for one pane; `phone.css` has the same. */
const query = matchMedia("(max-width: 719px)");
const isNarrow = signal(query.matches);

query.addEventListener("change", () => {
  isNarrow.value = query.matches;
});

/** Is true while there is room for one pane only. */
export const isNarrowScreen: ReadonlySignal<boolean> = isNarrow;
