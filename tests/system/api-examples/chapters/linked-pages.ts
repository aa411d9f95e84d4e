import { nextLook } from "@team-chat/testkit";

import { PageServer } from "../../linked-pages/page-server.ts";
import type { Chapter } from "../chapter.ts";

/** Previews of pages that messages link to. */
export const linkedPages: Chapter = async (stage) => {
  await using pages = await PageServer.start();
  await stage.try("updateRealm", { inline_url_embed_preview: true });
  const to = JSON.stringify([stage.owner.id]);
  const sent = await stage.try("sendMessage", { type: "direct", to, content: pages.url });
  const picture = /external_content\/([\w.-]+)/;
  for (;;) {
    const { message } = await stage.try("getMessage", { message_id: sent["id"] });
    const [, name] = picture.exec((message as { content: string }).content) ?? [];
    if (name !== undefined) {
      await stage.call("getPagePicture", { picture: name });
      return;
    }
    await nextLook();
  }
};
