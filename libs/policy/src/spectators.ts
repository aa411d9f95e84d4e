import type { ChannelRecord, RealmRecord } from "@team-chat/contract";

/** Data that decides whether people without an account are let in; both directories proven current. */
export interface SpectatorQuestion {
  /** The installation's switch `WEB_PUBLIC_STREAMS_ENABLED`. */
  readonly webPublicStreams: boolean;
  readonly users: { readonly realm: Pick<RealmRecord, "deactivated" | "settings"> | undefined };
  readonly channels: {
    readonly channels: ReadonlyMap<number, Pick<ChannelRecord, "isArchived" | "isWebPublic">>;
  };
}

/**
 * Tells whether people without an account ("spectators") are let into the organization: installation and organization
 * allow it, and there is something for them to read (docs/behaviour/events.md#spectators).
 */
export function admitsSpectators({
  channels,
  users,
  webPublicStreams,
}: SpectatorQuestion): boolean {
  if (!webPublicStreams || !users.realm || users.realm.deactivated) return false;
  if (users.realm.settings["enable_spectator_access"] !== true) return false;
  for (const channel of channels.channels.values()) if (isOpenToSpectators(channel)) return true;
  return false;
}

/** Tells whether spectators, where they are admitted, may read the channel. */
export function isOpenToSpectators(
  channel: Pick<ChannelRecord, "isArchived" | "isWebPublic">,
): boolean {
  return channel.isWebPublic && !channel.isArchived;
}
