import type { Signal } from "@preact/signals";

interface FinderProps {
  readonly label: string;
  /** What somebody has written, by which the list below is narrowed. */
  readonly wanted: Signal<string>;
}

/** Shows a field above a list, in which one writes whom or what one looks for. */
export function Finder({ label, wanted }: FinderProps) {
  return (
    <input
      class="finder"
      type="search"
      autocomplete="off"
      aria-label={label}
      placeholder={label}
      value={wanted.value}
      onInput={({ currentTarget }) => {
        wanted.value = currentTarget.value;
      }}
    />
  );
}
