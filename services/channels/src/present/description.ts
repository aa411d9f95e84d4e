import { renderBriefly } from "@team-chat/markdown";

/**
 * Renders a description as HTML (docs/behaviour/channels.md#descriptions). Users, groups and channels in it stay text:
 * what they mean depends on who reads.
 * @throws BAD_REQUEST when it cannot be rendered
 */
export function renderDescription(description: string, realmId: number): string {
  return renderBriefly(description, realmId);
}
