import { defineCounter } from "@team-chat/telemetry";

export const bundlesGivenUp = defineCounter({
  name: "messaging.consumer.given_up",
  title: "Bundles given up",
  unit: "{bundle}",
  meaning: "Bundles that failed for five days and are not tried again; the log names them.",
  labels: ["consumer"],
});
