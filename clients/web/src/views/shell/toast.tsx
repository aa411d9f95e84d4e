import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Icon } from "./icon.tsx";

/** Says what was done, and offers to undo it; it stays while it is pointed at or has the focus. */
export function Toast() {
  const { notices } = useAppContext();
  const notice = notices.shown.value;
  const isProblem = notice?.isProblem === true;
  return (
    <div
      class={isProblem ? "toast alarming" : "toast"}
      hidden={notice === null}
      onPointerEnter={() => {
        notices.hold();
      }}
      onPointerLeave={() => {
        notices.release();
      }}
      onFocusIn={() => {
        notices.hold();
      }}
      onFocusOut={() => {
        notices.release();
      }}
    >
      <p role={isProblem ? "alert" : "status"}>{notice?.text}</p>
      {notice !== null && notice.undo !== null && (
        <button
          onClick={() => {
            notices.undo();
          }}
        >
          {t("undo")}
        </button>
      )}
      <button
        class="quiet"
        aria-label={t("notice.dismiss")}
        onClick={() => {
          notices.dismiss();
        }}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
