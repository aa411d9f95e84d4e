import type { Chapter } from "../chapter.ts";

/** Calls: BigBlueButton's need no answer of another server, all others are refused where no provider is configured. */
export const calls: Chapter = async (stage) => {
  await stage.call("createBigBlueButtonCall", { meeting_name: "Stand-up" });
  const refused = "No such provider is configured.";
  await stage.call("joinBigBlueButtonCall", { bigbluebutton: "expired" }, { refused });
  await stage.call("createNextcloudTalkCall", { room_name: "Stand-up" }, { refused });
  await stage.call("createConstructorGroupsCall", {}, { refused });
  await stage.call("createZoomCall", { is_video_call: true }, { refused });
  await stage.call("createWebexCall", {}, { refused });
  await stage.call("registerCallUser", { provider: "zoom" });
  await stage.call(
    "completeCallUser",
    { provider: "zoom", code: "expired", state: "expired", verifier: "expired" },
    { refused },
  );
  await stage.call("deauthorizeCallUser", { provider: "zoom" });
};
