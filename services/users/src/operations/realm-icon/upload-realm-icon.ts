import type { OutputOf, uploadRealmIcon as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { RequestFacts } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkedPicture } from "../../policies/accounts/pictures.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { newKey } from "../../policies/authentication/api-keys.ts";
import { onlyIcon } from "../../policies/organization/realm-icon.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { changeIcon } from "../../workflows/organization/change-icon.ts";

/** Pixels of width and height (docs/behaviour/organization.md#icon). */
const size = { width: 256, height: 256, fit: "cover", motion: "still" } as const;

/** Gives the organization a picture. */
export async function uploadRealmIcon(
  ...[ctx, caller, , request]: [Context, Caller, unknown, RequestFacts]
): Promise<OutputOf<typeof contract>> {
  // Before the bytes cost anything; they are scaled without a lock, and who the caller is may change meanwhile.
  checkAdministrator(await loadAccount(ctx.db, caller.realm.id, caller.userId));
  const bytes = onlyIcon(request.files);
  checkedPicture(bytes);
  const outcome = await ctx.scaler.scale({ bytes, sizes: [size] });
  const [scaled] = outcome.kind === "scaled" ? outcome.pictures : [];
  if (!scaled)
    throw new AppError("BAD_REQUEST", "Could not decode image; did you upload an image file?");
  const icon = { secret: newKey(), contentType: "image/webp", bytes: Buffer.from(scaled) };
  return { icon_url: await changeIcon(ctx, caller, icon) };
}
