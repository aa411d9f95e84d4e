import type { AppContext } from "../app-context.ts";

/** Opens the palette, with something written already. */
export function openPalette({ dialogs }: AppContext, start = ""): void {
  dialogs.open(async () => {
    const { Palette } = await import("../palette/palette.tsx");
    return <Palette start={start} />;
  });
}

/** Shows what keys do. */
export function openKeyList({ dialogs }: AppContext): void {
  dialogs.open(async () => {
    const { KeyList } = await import("./key-list.tsx");
    return <KeyList />;
  });
}
