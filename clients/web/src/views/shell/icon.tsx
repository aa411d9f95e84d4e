const paths = {
  back: "M15 5l-7 7 7 7",
  inbox: "M4 13l2.5-8h11L20 13v6H4zM4 13h5l1.5 2.5h3L15 13h5",
  lock: "M7 11V8a5 5 0 0110 0v3M6 11h12v9H6z",
  send: "M4 12l16-7-5 15-3-6z",
  attach:
    "M19 11l-7.5 7.5a4.5 4.5 0 01-6.4-6.4L13 4.3a3 3 0 014.3 4.2l-7.7 7.8a1.5 1.5 0 01-2.2-2.1L14.5 7",
  chevron: "M9 6l6 6-6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  check: "M5 12.5l4.5 4.5L19 7",
  people: "M12 12a4 4 0 100-8 4 4 0 000 8M4 20c1-4 4-5.5 8-5.5s7 1.5 8 5.5",
  close: "M6 6l12 12M18 6L6 18",
  smile: "M12 3a9 9 0 100 18 9 9 0 000-18zM8.5 14a4 4 0 007 0M9 9.5h.01M15 9.5h.01",
  pen: "M5 19l1-4L16 5l3 3L9 18z",
  quote: "M10 7L5 12l5 5M5 12h9a5 5 0 015 5v1",
  more: "M5 12a1 1 0 102 0 1 1 0 00-2 0zM11 12a1 1 0 102 0 1 1 0 00-2 0zM17 12a1 1 0 102 0 1 1 0 00-2 0z",
  at: "M16 12a4 4 0 10-8 0 4 4 0 008 0v1.5a2.5 2.5 0 005 0V12a9 9 0 10-4 7.5",
  hash: "M10 5L8 19M16 5l-2 14M5 9.5h14.5M4.5 14.5H19",
  topic: "M5 6h14v10h-8l-4 3v-3H5z",
  person: "M12 12a4 4 0 100-8 4 4 0 000 8zM5 20a7 7 0 0114 0",
  command: "M6 8l4 4-4 4M12 16h6",
  find: "M11 18a7 7 0 100-14 7 7 0 000 14zM16 16l4.5 4.5",
  clock: "M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l3.5 2",
  star: "M12 4l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6L4 9.8l5.6-.6z",
} as const;

export type IconName = keyof typeof paths;

/** Draws a small line picture, which says nothing that the text beside it or the label of its button does not. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" data-name={name} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
