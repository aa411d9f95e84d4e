import { signal } from "@preact/signals";

import { t } from "../texts/texts.ts";
import { reasonOf } from "./reason.ts";

/** Something that is said once, at the edge of the screen. */
export interface Notice {
  readonly text: string;
  readonly isProblem: boolean;
  /** Takes back what was done; null when there is nothing to take back. */
  readonly undo: (() => void) | null;
  /** Is called when the notice goes without having been undone. */
  readonly onGone: () => void;
}

/** Times in which people read and decide, in ms. */
const shownMs = { plain: 5000, undo: 8000, problem: 15_000 } as const;

const nothing = () => undefined;

/** Says what was done, and offers to undo it. One notice is shown at a time; the next one takes its place. */
export class Notices {
  readonly shown = signal<Notice | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    // What waits for its notice to go must not be lost with the page.
    addEventListener("pagehide", () => {
      this.dismiss();
    });
  }

  say(text: string, { onGone = nothing, undo = null }: Partial<Notice> = {}): void {
    this.#show({ text, isProblem: false, undo, onGone });
  }

  /** Says why something was not done; throws on what is no refusal. */
  refuse(error: unknown): void {
    const text = t("notice.refused", { reason: reasonOf(error) });
    this.#show({ text, isProblem: true, undo: null, onGone: nothing });
  }

  /** Takes back what the notice is about; false when there is nothing to take back. */
  undo(): boolean {
    const undo = this.shown.peek()?.undo ?? null;
    if (undo === null) return false;
    this.#clear();
    undo();
    return true;
  }

  dismiss(): void {
    const gone = this.shown.peek();
    this.#clear();
    gone?.onGone();
  }

  /** Keeps the notice while somebody is about to use it. */
  hold(): void {
    clearTimeout(this.#timer);
  }

  /** Lets the notice go after its time again. */
  release(): void {
    const notice = this.shown.peek();
    if (notice === null) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.dismiss();
    }, shownMs[kindOf(notice)]);
  }

  #show(notice: Notice): void {
    this.dismiss();
    this.shown.value = notice;
    this.release();
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.shown.value = null;
  }
}

function kindOf({ isProblem, undo }: Notice): keyof typeof shownMs {
  if (isProblem) return "problem";
  return undo === null ? "plain" : "undo";
}
