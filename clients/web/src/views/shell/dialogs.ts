import { signal } from "@preact/signals";
import type { VNode } from "preact";

import type { Notices } from "../../actions/notices.ts";
import { t } from "../../texts/texts.ts";

/** Shows one dialog or menu at a time; what it is made of is loaded when it is opened. */
export class Dialogs {
  readonly shown = signal<VNode | null>(null);
  readonly #notices: Notices;

  constructor(notices: Notices) {
    this.#notices = notices;
  }

  /** Opens what `load` makes: it imports the view, so that it costs nothing before. */
  open(load: () => Promise<VNode>): void {
    load().then(
      (dialog) => {
        this.shown.value = dialog;
      },
      // Nothing but the import can fail: the connection is gone, or a new release has taken the place of this one.
      () => {
        this.#notices.say(t("dialog.failed"));
      },
    );
  }

  close(): void {
    this.shown.value = null;
  }
}
