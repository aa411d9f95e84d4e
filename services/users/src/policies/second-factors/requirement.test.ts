import { realmSettings, roles } from "@team-chat/contract";
import { describe, test } from "vitest";

import { factorDeadline, requiredSince } from "./requirement.ts";

const dayMs = 24 * 3600 * 1000;
const day = (days: number) => new Date(days * dayMs);
const settings = (more: object) => realmSettings.parse(more);
const person = {
  role: roles.member,
  isBot: false,
  joinedAt: day(0),
  hasSecondFactor: false,
  hasPassword: true,
};
const everybody = settings({
  second_factor_required_for: "everybody",
  second_factor_grace_days: 7,
});

describe("requiring second factors (docs/behaviour/second-factors.md#required)", () => {
  test("a deadline is the days of grace after the requirement, or after somebody has joined", ({
    expect,
  }) => {
    const realm = { settings: everybody, secondFactorSince: day(10) };
    expect(factorDeadline(realm, person)).toBe(17 * dayMs);
    expect(factorDeadline(realm, { ...person, joinedAt: day(12) })).toBe(19 * dayMs);
  });

  test("nothing is required of bots, of those who have a factor, of other roles, and of those without a password", ({
    expect,
  }) => {
    const realm = { settings: everybody, secondFactorSince: day(10) };
    expect(factorDeadline({ ...realm, secondFactorSince: null }, person)).toBeNull();
    expect(factorDeadline(realm, { ...person, isBot: true })).toBeNull();
    expect(factorDeadline(realm, { ...person, hasSecondFactor: true })).toBeNull();
    expect(factorDeadline(realm, { ...person, hasPassword: false })).toBeNull();
    const strict = settings({ ...everybody, second_factor_after_single_sign_on: true });
    const asked = { ...realm, settings: strict };
    expect(factorDeadline(asked, { ...person, hasPassword: false })).toBe(17 * dayMs);
    const few = settings({ ...everybody, second_factor_required_for: "administrators" });
    for (const role of [roles.owner, roles.administrator])
      expect(factorDeadline({ ...realm, settings: few }, { ...person, role })).toBe(17 * dayMs);
    for (const role of [roles.moderator, roles.member, roles.guest])
      expect(factorDeadline({ ...realm, settings: few }, { ...person, role })).toBeNull();
  });

  test("time begins anew when more people have to have one, and not when fewer do", ({
    expect,
  }) => {
    const nobody = settings({});
    const few = settings({ second_factor_required_for: "administrators" });
    const at = { secondFactorSince: day(1) };
    expect(requiredSince({ settings: nobody, secondFactorSince: null }, few, day(5))).toEqual(
      day(5),
    );
    expect(requiredSince({ settings: few, ...at }, everybody, day(5))).toEqual(day(5));
    expect(requiredSince({ settings: everybody, ...at }, few, day(5))).toEqual(day(1));
    expect(requiredSince({ settings: everybody, ...at }, everybody, day(5))).toEqual(day(1));
    expect(requiredSince({ settings: everybody, ...at }, nobody, day(5))).toBeNull();
  });
});
