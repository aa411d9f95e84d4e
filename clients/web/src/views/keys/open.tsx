import type { Desk } from "../use-client.ts";

/** Opens the palette, with something written already. */
export function openPalette({ dialogs }: Desk, start = ""): void {
  dialogs.open(async () => {
    const { Palette } = await import("../palette/palette.tsx");
    return <Palette start={start} />;
  });
}

/** Shows what keys do. */
export function openKeyList({ dialogs }: Desk): void {
  dialogs.open(async () => {
    const { KeyList } = await import("./key-list.tsx");
    return <KeyList />;
  });
}
