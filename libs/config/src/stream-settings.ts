import type { Layout } from "@team-chat/contract";

interface StreamVariables {
  readonly PARTITIONS: Layout;
  readonly STREAM_REPLICAS: number;
  readonly EVENT_RETENTION_HOURS: number;
  readonly STREAM_MAX_MIB: number;
}

interface StreamSettings {
  readonly layout: Layout;
  readonly replicas: number;
  readonly retentionMs: number;
  readonly maxBytes: number;
}

const hourMs = 3_600_000;

/** Reads the layout and the fields of `env.streams`, as creating the streams takes them. */
export function streamSettings(config: StreamVariables): StreamSettings {
  return {
    layout: config.PARTITIONS,
    replicas: config.STREAM_REPLICAS,
    retentionMs: config.EVENT_RETENTION_HOURS * hourMs,
    maxBytes: config.STREAM_MAX_MIB * 2 ** 20,
  };
}
