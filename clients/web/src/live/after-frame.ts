/** Lets what waits for the frame itself go first. */
const restMs = 1;
/** Longer than a frame takes that is drawn at all: a page that is hidden has none. */
const mostMs = 100;

/** Does something once the next frame is drawn: a timer of its own may come before that, and delay it. */
export function afterFrame(run: () => void): void {
  const frame = requestAnimationFrame(() => {
    clearTimeout(late);
    setTimeout(run, restMs);
  });
  const late = setTimeout(() => {
    cancelAnimationFrame(frame);
    run();
  }, mostMs);
}
