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
} as const;

/** Draws a small line picture, which says nothing that the text beside it or the label of its button does not. */
export function Icon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg class="icon" data-name={name} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
