import { useLayoutEffect, useRef } from "preact/hooks";

import type { Narrow } from "../../state/conversation.ts";
import { useAppContext } from "../app-context.ts";
import { OutgoingRow } from "./outgoing-row.tsx";

interface OutgoingListProps {
  readonly narrow: Narrow;
  /** False where messages are missing between those that are loaded and the newest. */
  readonly isShown: boolean;
  /** Called when there is one more: whoever writes wants to see it. */
  readonly onMore: () => void;
}

/** Lists what is on its way into a conversation, by itself: the messages before it are not drawn again for that. */
export function OutgoingList({ isShown, narrow, onMore }: OutgoingListProps) {
  const outgoing = useAppContext().outbox.to(narrow);
  const before = useRef(outgoing.length);
  useLayoutEffect(() => {
    if (outgoing.length > before.current) onMore();
    before.current = outgoing.length;
  }, [outgoing.length]);
  if (!isShown) return null;
  return (
    <>
      {outgoing.map((one) => (
        <OutgoingRow key={one.localId} outgoing={one} />
      ))}
    </>
  );
}
