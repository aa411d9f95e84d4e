import type { Linkifier } from "@team-chat/contract";

import type { LinkifierRow } from "../queries/organization/linkifiers.ts";

/** Presents a linkifier as everybody sees it. */
export function presentLinkifier({ id, pattern, urlTemplate }: LinkifierRow): Linkifier {
  return { id, pattern, url_template: urlTemplate };
}
