import type { Linkifier } from "@team-chat/markdown";
import type { UserDirectory } from "@team-chat/projection";

const none: readonly Linkifier[] = [];

/** Returns the organization's linkifiers in the order of trying; the same list as long as the realm has not changed. */
export function linkifiersOf({ realm }: UserDirectory): readonly Linkifier[] {
  return (realm?.settings["linkifiers"] as readonly Linkifier[] | undefined) ?? none;
}
