import type { Client } from "../client.ts";

interface Received {
  readonly id: number;
  readonly flags: readonly string[];
  readonly sender_full_name: string;
  readonly sender_id: number;
}

/** Parameters of the newest messages. */
export const page = { anchor: "newest", num_before: 100, num_after: 0 };

/** Lists the newest messages of a person. */
export async function received(client: Client): Promise<readonly Received[]> {
  return (await client.get("/messages", page))["messages"] as readonly Received[];
}

/** Resolves when the person has a message of the Welcome Bot, or has heard that it came. */
export async function welcomed(client: Client): Promise<void> {
  const listener = await client.listen();
  if ((await received(client)).length === 0) await listener.heard("Welcome Bot");
  await listener.stop();
}
