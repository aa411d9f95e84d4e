// See docs/subsystems/users.md, "The Welcome Bot".
import { FollowUp } from "@team-chat/outbox";
import type { Database } from "@team-chat/pg";

import {
  deletePendingGreetings,
  listPendingGreetings,
  listRealmsWithPendingGreetings,
  type PendingGreeting,
} from "../../queries/accounts/pending-greetings.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { type NoticeSettings, sendNotice } from "../notices/send-notice.ts";
import { greeting } from "./greeting.ts";

interface GreeterOptions extends NoticeSettings {
  readonly db: Database;
  /** Called for every error from which the work recovers. */
  readonly onError: (error: unknown) => void;
}

/** Greets the people whom transactions noted. */
export type Greeter = FollowUp<PendingGreeting>;

/**
 * Greets the people whom transactions noted. They are forgotten once messages has all that is said to
 * them; the keys keep messages from having it twice, when a process dies between the two or several greet the same.
 */
export function openGreeter(options: GreeterOptions): Greeter {
  const { db, onError } = options;
  return new FollowUp({
    listRealms: () => listRealmsWithPendingGreetings(db),
    list: (realmId) => listPendingGreetings(db, realmId),
    run: async (realmId, people) => {
      const realm = await loadRealm(db, realmId);
      const settings = completeSettings(realm.settings);
      for (const notice of greeting({ ...realm, settings }, people))
        await sendNotice(options, notice);
      await deletePendingGreetings(db, realmId, people);
    },
    onError,
  });
}
