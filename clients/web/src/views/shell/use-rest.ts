import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Tells whether the first screen has been drawn, so that the rest of a long list may follow: one is seen sooner so. */
export function useRest(): boolean {
  const isDrawn = useSignal(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      setTimeout(() => {
        isDrawn.value = true;
      });
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, []);
  return isDrawn.value;
}
