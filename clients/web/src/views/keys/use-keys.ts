import { useEffect } from "preact/hooks";

import { type AppContext, useAppContext } from "../app-context.ts";
import { globalKeys, messageKeys } from "./key-table.ts";
import { moveBy, page } from "./pane.ts";

const bindings = new Map(
  [...globalKeys, ...messageKeys].map((binding) => [binding.key, binding] as const),
);

/** Works while something is being written, too. */
const anywhere = "Ctrl k";

/** Has keys do what `key-table.ts` says, where nothing is being written and no dialog is open. */
export function useKeys(): void {
  const app = useAppContext();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && handle(app, event)) event.preventDefault();
    };
    addEventListener("keydown", onKeyDown);
    return () => {
      removeEventListener("keydown", onKeyDown);
    };
  }, [app]);
}

/** Does what a key is for; false when it is for nothing. */
function handle(app: AppContext, event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, isComposing, key, metaKey, shiftKey } = event;
  if (isComposing || altKey) return false;
  if (app.dialogs.shown.peek() !== null) return key === "Escape" && closeDialog(app);
  if (app.dialogs.takesKey(key)) return true;
  const name = ctrlKey || metaKey ? `Ctrl ${key.toLowerCase()}` : key;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.matches("input, textarea, select") && name !== anywhere)
    return key === "Escape" && leave(target);
  // The space bar presses what has the focus.
  if (key === " " && target.matches("button, summary")) return false;
  if (key === " " && shiftKey) {
    page(app, -1);
    return true;
  }
  if (takesForSearch(app, name)) return true;
  const binding = bindings.get(name);
  binding?.run(app);
  return binding !== undefined;
}

/** Keeps a key for the field of a search that is being loaded, unless something else was opened meanwhile. */
function takesForSearch({ searchKeys }: AppContext, key: string): boolean {
  if (!location.hash.startsWith("#search") || key === "Escape") searchKeys.end();
  return searchKeys.takes(key);
}

/** Closes what is open at once: the browser leaves the focus in a hidden field until it draws, which takes the next key. */
function closeDialog({ dialogs }: AppContext): boolean {
  dialogs.close();
  return true;
}

/** Leaves a field for the messages, so that keys do what they do there. */
function leave(field: Element): boolean {
  if (field.closest(".compose") === null) return false;
  (field as HTMLElement).blur();
  moveBy(1);
  return true;
}
