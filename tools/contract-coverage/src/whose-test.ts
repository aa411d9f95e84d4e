import type { Operation } from "@team-chat/contract";

/**
 * Tells whether a test's requests reach the operation itself. Tests of other services may answer for it, and show
 * nothing.
 * @param file from the root
 */
export function isTestOf(file: string, { owner }: Operation): boolean {
  return file.startsWith(`services/${owner}/`) || file.startsWith("tests/system/");
}
