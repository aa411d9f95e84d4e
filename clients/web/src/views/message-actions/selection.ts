import { computed, type ReadonlySignal, signal } from "@preact/signals";

/** The message that is looked at: the one that has the focus, else the one that is pointed at. */
export class Selection {
  readonly focused = signal<number | null>(null);
  readonly pointed = signal<number | null>(null);
  readonly messageId: ReadonlySignal<number | null> = computed(
    () => this.focused.value ?? this.pointed.value,
  );

  /** Notes that the focus has left something in a message; a dialog that takes it gives it back. */
  blur(row: Element, next: EventTarget | null): void {
    const isAway =
      next instanceof Element && !row.contains(next) && next.closest("dialog") === null;
    if (isAway) this.focused.value = null;
  }
}
