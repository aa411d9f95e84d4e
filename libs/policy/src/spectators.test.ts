import { describe, test } from "vitest";

import { admitsSpectators, isOpenToSpectators, type SpectatorQuestion } from "./index.ts";

const open = { isWebPublic: true, isArchived: false };
const question: SpectatorQuestion = {
  webPublicStreams: true,
  users: { realm: { deactivated: false, settings: { enable_spectator_access: true } } },
  channels: { channels: new Map([[1, open]]) },
};

function withChannels(...all: (typeof open)[]): SpectatorQuestion {
  return { ...question, channels: { channels: new Map(all.entries()) } };
}

describe("people without an account (docs/behaviour/events.md#spectators)", () => {
  test("people without an account are kept out when any of the three conditions is missing", ({
    expect,
  }) => {
    const realm = { deactivated: false, settings: {} };
    const refusing: SpectatorQuestion[] = [
      { ...question, webPublicStreams: false },
      { ...question, users: { realm: undefined } },
      { ...question, users: { realm } },
      { ...question, users: { realm: { ...realm, settings: { enable_spectator_access: "yes" } } } },
      {
        ...question,
        users: { realm: { deactivated: true, settings: { enable_spectator_access: true } } },
      },
      withChannels(),
      withChannels({ ...open, isWebPublic: false }, { ...open, isArchived: true }),
    ];
    expect(refusing.map(admitsSpectators)).toEqual(refusing.map(() => false));
  });

  test("people without an account are let in when there is one channel for them, and read only such channels", ({
    expect,
  }) => {
    expect(admitsSpectators(question)).toBe(true);
    expect(admitsSpectators(withChannels({ ...open, isWebPublic: false }, open))).toBe(true);
    expect(isOpenToSpectators(open)).toBe(true);
    expect(isOpenToSpectators({ ...open, isWebPublic: false })).toBe(false);
    expect(isOpenToSpectators({ ...open, isArchived: true })).toBe(false);
  });
});
