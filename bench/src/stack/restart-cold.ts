import { setTimeout as delay } from "node:timers/promises";

import type { Stack } from "../stack.ts";
import { ApiClient } from "./api-client.ts";
import { signInOwner } from "./owner.ts";

const services = ["gateway", "events", "messages", "channels", "users"];
const patienceMs = 60_000;

/**
 * Kills the services, which the stack starts again, so that nothing is left in any of their memories; resolves when
 * somebody can register.
 */
export async function restartCold(stack: Stack): Promise<void> {
  for (const service of services) {
    const { pid } = await stack.process(service);
    if (pid !== null) process.kill(pid, "SIGKILL");
  }
  const deadline = performance.now() + patienceMs;
  while (!(await canRegister(stack))) {
    if (performance.now() > deadline) throw new Error("the services did not come back");
    await delay(200);
  }
}

async function canRegister(stack: Stack): Promise<boolean> {
  try {
    using api = await ApiClient.open(stack, 1);
    await api.post({ path: "/register", credentials: await signInOwner(api) });
    return true;
  } catch {
    return false;
  }
}
