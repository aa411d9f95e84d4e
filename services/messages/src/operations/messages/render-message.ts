import type { InputOf, OutputOf, renderMessage as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { normaliseContent } from "../../policies/message-text.ts";
import { renderContent } from "../../sending/render-content.ts";

/** Shows how a message would look (docs/behaviour/messages.md#rendering-a-draft). */
export async function renderMessage(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  const { html } = await renderContent(ctx, realm, {
    content: normaliseContent(input.content),
  });
  return { rendered: html };
}
