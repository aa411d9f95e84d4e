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

/** Offers a new version of the client: what is being written is there again when it is loaded. */
export function VersionLine() {
  if (!useDesk().client.hasNewVersion.value) return null;
  return (
    <p class="connection" role="status">
      {t("app.newVersion")}{" "}
      <button
        onClick={() => {
          location.reload();
        }}
      >
        {t("app.load")}
      </button>
    </p>
  );
}
