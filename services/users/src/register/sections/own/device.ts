import { sql } from "@team-chat/pg";
import { rowsOfUser } from "@team-chat/register";
import { z } from "zod";

import { presentDevices } from "../../../present/client-device.ts";
import { registerSection } from "../../registration/registration.ts";

const rows = rowsOfUser({
  select: ({ realmId, users }) => sql.fragment`
    select user_id as "userId", device_id as id from client_device
    where realm_id = ${realmId} and user_id = any(${users})
    order by device_id`,
  row: z.object({ userId: z.number(), id: z.number() }),
});

/** The caller's devices. */
export const device = registerSection({
  name: "device",
  load: rows,
  render: (_, devices) => ({ devices: presentDevices(devices) }),
  spectator: { devices: {} },
});
