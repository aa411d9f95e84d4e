import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Icon } from "./icon.tsx";

interface DialogProps {
  readonly label: string;
  /** What a menu belongs to, beside which it opens; a dialog opens in the middle. */
  readonly anchor?: DOMRect | undefined;
  /** Is shown above the content; left out where the content says by itself what it is. */
  readonly title?: string;
  readonly kind?: "menu" | "panel" | "palette";
  readonly children: ComponentChildren;
}

/** Distance of a menu from what it belongs to and from the edges of the screen, in pixels. */
const gap = 4;

/** A window above the page, which Escape and a press beside it close; the focus goes back to where it was. */
export function Dialog({ anchor, children, kind = "panel", label, title }: DialogProps) {
  const { dialogs } = useAppContext();
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = box.current;
    if (dialog === null) return;
    dialog.showModal();
    if (anchor !== undefined) place(dialog, anchor);
    return () => {
      dialog.close();
      queueMicrotask(returnCaret);
    };
  }, []);
  return (
    <dialog
      ref={box}
      class={kind}
      aria-label={label}
      onClose={() => {
        // One that is gone says so a moment later, when another may be open.
        if (box.current !== null) dialogs.close();
      }}
      onPointerDown={(event) => {
        if (event.target === box.current) dialogs.close();
      }}
    >
      <div class="inner">
        {title !== undefined && (
          <header>
            <h2>{title}</h2>
            <button
              class="quiet"
              aria-label={t("dialog.close")}
              onClick={() => {
                dialogs.close();
              }}
            >
              <Icon name="close" />
            </button>
          </header>
        )}
        {children}
      </div>
    </dialog>
  );
}

/** Puts the caret back into the field that has the focus again: Chromium loses it with a dialog that is removed. */
function returnCaret(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return;
  field.blur();
  field.focus();
}

/** Puts a menu below its anchor, or above where there is no room; `dialogs.css` ignores it on a phone. */
function place(dialog: HTMLDialogElement, anchor: DOMRect): void {
  const { height, width } = dialog.getBoundingClientRect();
  const hasRoom = anchor.bottom + gap + height < innerHeight;
  const top = hasRoom ? anchor.bottom + gap : Math.max(gap, anchor.top - gap - height);
  const left = Math.max(gap, Math.min(anchor.right - width, innerWidth - width - gap));
  dialog.style.setProperty("--y", `${String(top)}px`);
  dialog.style.setProperty("--x", `${String(left)}px`);
}
