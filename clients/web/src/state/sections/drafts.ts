import type { ServerEvent, State } from "../state.ts";

/** Applies what happens to one's drafts. */
export function applyToDrafts<S extends Pick<State, "drafts">>(state: S, event: ServerEvent): S {
  if (event.type !== "drafts") return state;
  const drafts = new Map(state.drafts);
  if (event.op === "add") for (const draft of event.drafts) drafts.set(draft.id, draft);
  else if (event.op === "update") drafts.set(event.draft.id, event.draft);
  else drafts.delete(event.draft_id);
  return { ...state, drafts };
}
