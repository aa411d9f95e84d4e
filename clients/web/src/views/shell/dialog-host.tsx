import { useDesk } from "../use-client.ts";

/** Shows the dialog that is open. */
export function DialogHost() {
  return useDesk().dialogs.shown.value;
}
