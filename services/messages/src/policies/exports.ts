import type { ExportType } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type Actor, isAdministrator } from "@team-chat/policy";

/** Exports that administrators may ask for within `periodMs` (docs/behaviour/organization.md#exports). */
const mostInPeriod = 5;
/** Seven days. */
export const periodMs = 604_800_000;

/** Checks who has to do with exports. @throws UNAUTHORIZED_PRINCIPAL */
export function checkMayExport(actor: Actor): void {
  if (!isAdministrator(actor))
    throw new AppError("UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator");
}

/** Checks an export against what administrators may have. @throws BAD_REQUEST */
export function checkExport(
  type: ExportType,
  { inPeriod, isOpen }: { readonly inPeriod: number; readonly isOpen: boolean },
): void {
  if (type === "full_without_consent")
    throw new AppError(
      "BAD_REQUEST",
      "Private data without consent can be exported by whoever operates the server only.",
    );
  if (isOpen) throw underWay();
  if (inPeriod >= mostInPeriod) throw new AppError("BAD_REQUEST", "Exceeded rate limit.");
}

/** Refuses a second export at a time. */
export function underWay(): AppError {
  return new AppError("BAD_REQUEST", "An export of this organization is under way.");
}
