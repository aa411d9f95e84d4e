import type { ComposedMail, LetterHead } from "@team-chat/mail";

import {
  confirmEmailLetter,
  creationLetter,
  emailChangedLetter,
  invitationAcceptedLetter,
  invitationLetter,
  newApiKeyLetter,
  organizationListLetter,
  passwordChangedLetter,
  passwordResetLetter,
  secondFactorLetter,
} from "./letters.ts";
import { sampleMissedLetters } from "./sample-missed-letters.ts";

/** Writes one letter of each kind, by the kind, for looking at them. */
export function sampleLetters(realm: LetterHead): Readonly<Record<string, ComposedMail>> {
  const key = "aB3".repeat(11).slice(0, 32);
  const email = "nora@example.com";
  return {
    invitation: invitationLetter(realm, {
      inviter: "Ada Lovelace",
      url: `${realm.url}/join/${key}`,
    }),
    "invitation-accepted": invitationAcceptedLetter(realm, "Nora Newcomer"),
    "confirm-email": confirmEmailLetter(realm, { email, url: `${realm.url}/confirm-email/${key}` }),
    "email-changed": emailChangedLetter(realm, email),
    "password-reset": passwordResetLetter(realm, {
      email,
      url: `${realm.url}/accounts/password/reset/${key}`,
    }),
    "password-changed": passwordChangedLetter(realm),
    "new-api-key": newApiKeyLetter(realm, { account: "Ada Lovelace", key: "Backups" }),
    "second-factor-added": secondFactorLetter(realm, "appAdded"),
    "second-factor-removed": secondFactorLetter(realm, "appRemoved"),
    "passkey-added": secondFactorLetter(realm, "passkeyAdded", { passkey: "Phone" }),
    "passkey-removed": secondFactorLetter(realm, "passkeyRemoved", { passkey: "Phone" }),
    "second-factors-reset": secondFactorLetter(realm, "reset"),
    "recovery-codes-renewed": secondFactorLetter(realm, "codesRenewed"),
    "new-organization": creationLetter(realm, {
      name: "Analytical Engines",
      address: "https://engines.example.com",
      url: `${realm.url}/new/confirm/${key}`,
    }),
    "organization-list": organizationListLetter(realm, {
      email,
      organizations: [
        { name: realm.name, url: realm.url },
        { name: "Analytical Engines", url: "https://engines.example.com" },
      ],
    }),
    ...sampleMissedLetters(realm, key),
  };
}
