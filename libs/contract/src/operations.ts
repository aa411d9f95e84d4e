import { alertWordsOperations } from "./alert-words/index.ts";
import { botsOperations } from "./bots/index.ts";
import { channelsOperations } from "./channels/index.ts";
import { devicesOperations } from "./devices/index.ts";
import { emojiOperations } from "./emoji/index.ts";
import { eventsOperations } from "./events/index.ts";
import { invitesOperations } from "./invites/index.ts";
import { linkifiersOperations } from "./linkifiers/index.ts";
import { messagesOperations } from "./messages/index.ts";
import { mutedUsersOperations } from "./muted-users/index.ts";
import { navigationViewsOperations } from "./navigation-views/index.ts";
import type { Operation } from "./operation.ts";
import { playgroundsOperations } from "./playgrounds/index.ts";
import { presenceOperations } from "./presence/index.ts";
import { profileFieldsOperations } from "./profile-fields/index.ts";
import { pushOperations } from "./push/index.ts";
import { realmOperations } from "./realm/index.ts";
import { savedSnippetsOperations } from "./saved-snippets/index.ts";
import { serverOperations } from "./server/index.ts";
import { settingsOperations } from "./settings/index.ts";
import { userGroupsOperations } from "./user-groups/index.ts";
import { userStatusesOperations } from "./user-statuses/index.ts";
import { usersOperations } from "./users/index.ts";
import { webhooksOperations } from "./webhooks/index.ts";

/** Every operation of the public API; the gateway routes by it and the API page is generated from it. */
export const operations: readonly Operation[] = [
  ...channelsOperations,
  ...eventsOperations,
  ...messagesOperations,
  ...serverOperations,
  ...usersOperations,
  ...botsOperations,
  ...emojiOperations,
  ...playgroundsOperations,
  ...alertWordsOperations,
  ...mutedUsersOperations,
  ...userGroupsOperations,
  ...userStatusesOperations,
  ...webhooksOperations,
  ...savedSnippetsOperations,
  ...navigationViewsOperations,
  ...linkifiersOperations,
  ...settingsOperations,
  ...presenceOperations,
  ...realmOperations,
  ...invitesOperations,
  ...profileFieldsOperations,
  ...devicesOperations,
  ...pushOperations,
];
