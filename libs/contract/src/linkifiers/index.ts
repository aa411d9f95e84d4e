import { addLinkifier } from "./add-linkifier.ts";
import { listLinkifiers } from "./list-linkifiers.ts";
import { removeLinkifier } from "./remove-linkifier.ts";
import { reorderLinkifiers } from "./reorder-linkifiers.ts";
import { updateLinkifier } from "./update-linkifier.ts";

export type { Linkifier } from "./linkifier.ts";
export { addLinkifier, listLinkifiers, removeLinkifier, reorderLinkifiers, updateLinkifier };

export const linkifiersOperations = [
  listLinkifiers,
  addLinkifier,
  updateLinkifier,
  removeLinkifier,
  reorderLinkifiers,
] as const;
