import type { requestOrganizationList as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { insertListRequest } from "../../queries/authentication/organization-lists.ts";

type Input = z.output<typeof contract.input>;

/** Notes that somebody looks for their organizations; they are looked up afterwards (`send-requested-mail.ts`). */
export async function requestOrganizationList(
  ctx: Context,
  _: Identity,
  { email }: Input,
): Promise<Record<string, never>> {
  await insertListRequest(ctx.db, email.trim());
  return {};
}
