import type { Chapter } from "../chapter.ts";

/** Event queues, and devices that are told without one. */
export const events: Chapter = async (stage) => {
  const registered = await stage.call("registerQueue", {
    event_types: ["message"],
    fetch_event_types: ["message", "muted_users"],
    apply_markdown: true,
  });
  const { last_event_id, queue_id } = registered;
  await stage.call(
    "sendMessage",
    { type: "direct", to: [stage.owner.id], content: "Did you see it?" },
    { as: stage.member },
  );
  await stage.call("getEvents", { queue_id, last_event_id, dont_block: true });
  await stage.call("deleteQueue", { queue_id });

  const { device_id } = await stage.call("registerClientDevice");
  const token = { token: "0123456789abcdef" };
  await stage.call("addApnsDeviceToken", { ...token, appid: "com.example.App" });
  await stage.call("removeApnsDeviceToken", token);
  await stage.call("addAndroidRegId", token);
  await stage.call("removeAndroidRegId", token);
  const refused = "There is no push notification service.";
  await stage.call("sendTestNotification", {}, { refused });
  await stage.call("sendE2eeTestNotification", {}, { refused });
  const key = Buffer.alloc(33, 1).fill(0x31, 0, 1).toString("base64");
  await stage.call(
    "registerPushDevice",
    {
      device_id,
      push_key_id: 1,
      push_key: key,
      token_kind: "fcm",
      token_id: Buffer.alloc(8, 1).toString("base64"),
      bouncer_public_key: key,
      encrypted_push_registration: key,
    },
    { refused },
  );
  await stage.call("removeClientDevice", { device_id });
};
