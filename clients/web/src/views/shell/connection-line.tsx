import { t } from "../../texts/texts.ts";
import { useDesk } from "../use-client.ts";

/** Says when nothing is heard from the server. */
export function ConnectionLine() {
  const isHeard = useDesk().client.connection.value !== "reconnecting";
  return (
    <p class="connection" role="status" hidden={isHeard}>
      {isHeard ? "" : t(navigator.onLine ? "app.reconnecting" : "app.offline")}
    </p>
  );
}
