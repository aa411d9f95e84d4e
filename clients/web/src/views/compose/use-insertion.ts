import { useEffect } from "preact/hooks";

import { narrowKey } from "../../narrow/narrow.ts";
import type { Room } from "../../state/conversation.ts";
import { useAppContext } from "../app-context.ts";
import type { Compose } from "./use-compose.ts";

/** Takes a text that waits for this box, such as a quotation, and the focus with it: to the topic, where one is named. */
export function useInsertion(narrow: Room, { addLine, area }: Compose): void {
  const { client } = useAppContext();
  const waiting = client.insertion.value;
  const isHere = waiting !== null && narrowKey(waiting.narrow) === narrowKey(narrow);
  useEffect(() => {
    if (!isHere) return;
    client.insertion.value = null;
    if (waiting.text !== "") addLine(waiting.text.trimEnd());
    // The box has the new text after it is drawn again.
    requestAnimationFrame(() => {
      const box = area.current;
      const field = box?.form?.querySelector<HTMLInputElement>(".topic-field") ?? box;
      field?.focus();
      field?.setSelectionRange(field.value.length, field.value.length);
    });
  }, [isHere]);
}
