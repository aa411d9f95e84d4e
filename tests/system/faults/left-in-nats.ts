import { jetstreamManager } from "@nats-io/jetstream";
import { connectNats } from "@team-chat/nats";

/** Lists what any stream or bucket of the server has of an organization, as stream and subject. */
export async function leftInNats(url: string, realmId: number): Promise<readonly string[]> {
  const nats = await connectNats({ url, name: "test" });
  const { streams } = await jetstreamManager(nats);
  const found: string[] = [];
  for await (const { config } of streams.list()) {
    const { state } = await streams.info(config.name, { subjects_filter: ">" });
    for (const subject of Object.keys(state.subjects ?? {})) {
      const last = await streams.getMessage(config.name, { last_by_subj: subject });
      const isNamed = subject.split(".").includes(String(realmId));
      const isAnnounced = new RegExp(`"realm(Id)?":${realmId}\\b`).test(last?.string() ?? "");
      if (isNamed || isAnnounced) found.push(`${config.name} ${subject}`);
    }
  }
  await nats.close();
  return found;
}
