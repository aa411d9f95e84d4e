import { t } from "../../texts/texts.ts";
import { useDesk } from "../use-client.ts";

/** Says when nothing is heard from the server. */
export function ConnectionLine() {
  const isLive = useDesk().client.connection.value === "live";
  return (
    <p class="connection" role="status" hidden={isLive}>
      {isLive ? "" : t(navigator.onLine ? "app.reconnecting" : "app.offline")}
    </p>
  );
}
