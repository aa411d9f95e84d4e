import { createDrafts } from "./create-drafts.ts";
import { deleteDraft } from "./delete-draft.ts";
import { editDraft } from "./edit-draft.ts";
import { listDrafts } from "./list-drafts.ts";

export { type DraftObject, type WrittenDraft } from "./draft-object.ts";
export { createDrafts, deleteDraft, editDraft, listDrafts };

export const draftsOperations = [listDrafts, createDrafts, editDraft, deleteDraft] as const;
