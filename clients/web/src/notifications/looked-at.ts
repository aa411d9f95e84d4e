const name = "looked-at";

/** Lets all tabs of the browser know while this one is looked at. */
export function tellLooks(): void {
  if (!isSecureContext) return;
  let lookAway: (() => void) | undefined;
  const look = () => {
    if (lookAway !== undefined || !document.hasFocus()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    lookAway = resolve;
    void navigator.locks.request(name, { mode: "shared" }, () => promise);
  };
  addEventListener("focus", look);
  addEventListener("blur", () => {
    lookAway?.();
    lookAway = undefined;
  });
  look();
}

/** Tells whether a tab of the browser is looked at; over plain HTTP tabs know of none but themselves. */
export async function isLookedAt(): Promise<boolean> {
  if (document.hasFocus() || !isSecureContext) return document.hasFocus();
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === name);
}

/** Longer than tabs hear of the same event one after the other. */
const pauseMs = 1000;

/** Does something in one tab of the browser, and not again under the same name within a second. */
export async function doOnce(what: string, work: () => void | Promise<void>): Promise<void> {
  if (!isSecureContext) return work();
  await navigator.locks.request(what, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    await work();
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs);
    });
  });
}
