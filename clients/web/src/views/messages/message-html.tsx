import { useLayoutEffect, useRef } from "preact/hooks";

import { messageNodes } from "../../html/message-nodes.ts";

/** Shows the HTML of a message. */
export function MessageHtml({ html }: { readonly html: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.replaceChildren(messageNodes(html));
  }, [html]);
  return <div class="content" dir="auto" ref={box} />;
}
