import { createSession } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { afterAll, describe, test } from "vitest";

import { askOperator, operatorKeys } from "../ask-operator.ts";
import { browser } from "../authentication/signing-in.ts";
import { origin, Passkeys } from "../second-factors/passkeys.ts";
import { SoftwareAuthenticator } from "../second-factors/software-authenticator.ts";
import { World } from "../world.ts";
import { CompanyDirectory, directoryPassword } from "./company-directory.ts";

const company = await CompanyDirectory.start();
afterAll(() => company[Symbol.asyncDispose]());
const world = useWorld(() => World.create({ OPERATOR_KEYS: operatorKeys }));
const passkeys = new Passkeys(world);

describe("passkeys of people of a directory (docs/behaviour/second-factors.md#signing-in-with-a-passkey)", () => {
  test("a passkey gets somebody of a directory in after its password, and not alone", async ({
    expect,
  }) => {
    const realmId = world().realm.id;
    await company.add("pia", { mail: "pia@example.com" });
    const body = { directory: company.settings() };
    await askOperator(world(), `/organizations/${realmId}/sign_in`, { method: "PATCH", body });
    const given = { realmId, username: "pia", password: directoryPassword, ...browser };
    const { token: session } = await world().call(createSession, given);
    const device = new SoftwareAuthenticator();
    const { options, sealedChallenge } = await passkeys.offer(session, { password: "" });
    const response = device.create(options, { origin });
    await passkeys.addMade(session, { sealedChallenge, response });
    const alone = await passkeys.answer(device);
    await expect(passkeys.complete(alone)).rejects.toMatchObject({
      code: "AUTHENTICATION_FAILED",
      message: "Log in with the password of your directory: your passkey is asked for after it",
    });
    const { isHalf, token } = await world().call(createSession, given);
    expect(isHalf).toBe(true);
    const answer = await passkeys.answerHalf({ token, device });
    expect((await passkeys.completeHalf(answer)).kind).toBe("session");
  });
});
