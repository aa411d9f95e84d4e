import { useAppContext } from "../app-context.ts";
import { keyName } from "../keys/key-name.ts";
import { Dialog } from "./dialog.tsx";

/** One thing that a menu offers. */
export interface MenuItem {
  readonly text: string;
  /** Key that does it without the menu; empty for none. */
  readonly key?: string;
  readonly run: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly anchor: DOMRect;
  readonly items: readonly MenuItem[];
}

/** Offers a few things to do: by mouse, and by arrow keys. */
export function Menu({ anchor, items, label }: MenuProps) {
  const { dialogs } = useAppContext();
  return (
    <Dialog label={label} anchor={anchor} kind="menu">
      <div role="menu" aria-label={label} onKeyDown={moveFocus}>
        {items.map(({ key = "", run, text }, at) => (
          <button
            key={text}
            role="menuitem"
            autofocus={at === 0}
            tabIndex={at === 0 ? 0 : -1}
            onClick={() => {
              dialogs.close();
              run();
            }}
          >
            <span>{text}</span>
            {key !== "" && <kbd aria-hidden="true">{keyName(key)}</kbd>}
          </button>
        ))}
      </div>
    </Dialog>
  );
}

function moveFocus(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement;
  const items = [...list.querySelectorAll("button")];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}
