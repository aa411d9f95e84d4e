import type { Context } from "../../context.ts";
import { sealDestinationsAnew } from "../audit/seal-destinations-anew.ts";
import { sealAppsAnew } from "../second-factors/seal-apps-anew.ts";
import { sealDirectoriesAnew } from "./seal-directories-anew.ts";
import { sealProvidersAnew } from "./seal-providers-anew.ts";

/**
 * Seals everything that is kept sealed with the first of the installation's keys. While there is no other, all is
 * sealed with it, and no start has to read it.
 */
export async function sealAllAnew(ctx: Context): Promise<void> {
  if (!ctx.signIns.texts.hasOtherKeys) return;
  await sealProvidersAnew(ctx);
  await sealDirectoriesAnew(ctx);
  await sealAppsAnew(ctx);
  await sealDestinationsAnew(ctx);
}
