import { clockAheadMs } from "../../api/clock.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { nowSeconds } from "./now.ts";

/** Says when nothing is heard from the server. */
export function ConnectionLine() {
  const isHeard = useAppContext().client.connection.value !== "reconnecting";
  return (
    <p class="connection" role="status" hidden={isHeard}>
      {isHeard ? "" : t(navigator.onLine ? "app.reconnecting" : "app.offline")}
    </p>
  );
}

/** Says when this device is in trouble: its clock is wrong, or it has no room for what waits to be sent. */
export function DeviceLines() {
  const isKept = useAppContext().outbox.isKept.value;
  const isClockRight = clockAheadMs.value === 0;
  return (
    <>
      <p class="connection" role="status" hidden={isKept}>
        {isKept ? "" : t("app.storageFull")}
      </p>
      <p class="connection" role="status" hidden={isClockRight}>
        {isClockRight ? "" : t("app.wrongClock", { time: momentOf(nowSeconds.value) })}
      </p>
    </>
  );
}

/** Offers a new version of the client: what is being written is there again when it is loaded. */
export function VersionLine() {
  if (!useAppContext().client.hasNewVersion.value) return null;
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
