import type { Chapter } from "./chapter.ts";
import { calls } from "./chapters/calls.ts";
import { channels } from "./chapters/channels.ts";
import { events } from "./chapters/events.ts";
import { files } from "./chapters/files.ts";
import { linkedPages } from "./chapters/linked-pages.ts";
import { messages } from "./chapters/messages.ts";
import { organization } from "./chapters/organization.ts";
import { accounts, people } from "./chapters/people.ts";

/** All chapters in their order. A new operation is called in the one that it belongs to. */
export const chapters: readonly Chapter[] = [
  people,
  channels,
  messages,
  files,
  organization,
  events,
  calls,
  linkedPages,
  accounts,
];
