// What a request causes, in whatever service, its sender's next request sees, and hears of it before what that one
// causes (docs/architecture.md, section 5).
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { channelChanges } from "./cases/channels.ts";
import { messageChanges } from "./cases/messages.ts";
import { casesOf, listNoticedLate } from "./list-noticed-late.ts";
import { Stages } from "./stages.ts";

const stages = useWorld(() => Stages.open());

describe("what a request changes (docs/behaviour/audit.md#what-is-written-down)", () => {
  test.for(casesOf({ ...channelChanges, ...messageChanges }))(
    "the next request shows, and was told before, all that follows from $title, and the audit log has it",
    async (change, { expect }) => {
      expect(await listNoticedLate(await stages().next(), change)).toEqual([]);
    },
  );
});
