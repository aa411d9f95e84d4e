import { nextLook } from "@team-chat/testkit";
import { z } from "zod";

import type { Client } from "../client.ts";

const listed = z.array(z.object({ id: z.int(), state: z.string() }));

/** Has a legal hold exported, and waits until that is done. */
export async function exportHold(owner: Client, holdId: number): Promise<void> {
  const { id } = await owner.post(`/legal_holds/${String(holdId)}/export`);
  for (;;) {
    const { legal_hold_exports: all } = await owner.get("/legal_holds/exports");
    if (listed.parse(all).some((one) => one.id === id && one.state === "done")) return;
    await nextLook();
  }
}
