import { signal } from "@preact/signals";
import type { VNode } from "preact";

import type { Notices } from "../../actions/notices.ts";
import { t } from "../../texts/texts.ts";
import { TypeAhead } from "../keys/type-ahead.ts";

/** Shows one dialog or menu at a time; what it is made of is loaded when it is opened. */
export class Dialogs {
  readonly shown = signal<VNode | null>(null);
  readonly #notices: Notices;
  readonly #keys = new TypeAhead();
  #isOpening = false;
  #typed = "";

  constructor(notices: Notices) {
    this.#notices = notices;
  }

  /** Opens what `load` makes: it imports the view, so that it costs nothing before. */
  open(load: () => Promise<VNode>): void {
    this.#isOpening = true;
    this.#keys.begin();
    load().then(
      (dialog) => {
        this.#endOpening();
        this.shown.value = dialog;
      },
      // Nothing but the import can fail: the connection is gone, or a new release has taken the place of this one.
      () => {
        this.#endOpening();
        this.#notices.say(t("dialog.failed"));
      },
    );
  }

  /** Keeps a key for the dialog that is being loaded; false when there is none. */
  takesKey(key: string): boolean {
    return this.#keys.takes(key) || this.#isOpening;
  }

  /** Returns what was typed before the dialog was there, once. */
  typedBefore(): string {
    const typed = this.#typed;
    this.#typed = "";
    return typed;
  }

  close(): void {
    this.shown.value = null;
  }

  #endOpening(): void {
    this.#isOpening = false;
    this.#typed = this.#keys.end();
  }
}
