// What a request causes, in whatever service, its sender's next request sees, and hears of it before what that one
// causes (docs/architecture.md, section 5).
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { channelChanges } from "./cases/channels.ts";
import { messageChanges } from "./cases/messages.ts";
import { casesOf, listNoticedLate } from "./list-noticed-late.ts";
import { Stages } from "./stages.ts";

const stages = useWorld(() => Stages.open());

describe("is seen by the next request, and told before it, all that follows from", () => {
  test.for(casesOf({ ...channelChanges, ...messageChanges }))(
    "the next request shows, and has been told before, all that follows from $title",
    async (change, { expect }) => {
      expect(await listNoticedLate(await stages().next(), change)).toEqual([]);
    },
  );
});
