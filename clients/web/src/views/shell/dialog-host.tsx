import { useAppContext } from "../app-context.ts";

/** Shows the dialog that is open. */
export function DialogHost() {
  return useAppContext().dialogs.shown.value;
}
