import { sql } from "@team-chat/pg";
import { isOpenToSpectators } from "@team-chat/policy";
import { Json, rowsOfUser } from "@team-chat/register";

import type { RealmState } from "../../domain/realm-directories.ts";
import { viewChannel } from "../../present/channel-view.ts";
import { renderSubscriptionLists } from "../../present/subscription-lists.ts";
import { presentPersonal, withDefaults } from "../../present/subscription.ts";
import { personalColumns, personalRow } from "../../queries/subscriptions.ts";
import { initialPersonal, pickColors } from "../../values/personal.ts";
import { registerSection, seesArchived } from "../registration/registration.ts";

/** The users' settings of channels that they are or were subscribed to. */
export const personalRows = rowsOfUser({
  select: ({ realmId, users }) => sql.fragment`
    select ${personalColumns} from subscription
    where realm_id = ${realmId} and user_id = any(${users})`,
  row: personalRow,
});

/** Channels by whether the caller is subscribed (docs/behaviour/subscriptions.md#listing-subscriptions). */
export const subscription = registerSection({
  name: "subscription",
  load: personalRows,
  render: (registration, rows) => {
    const { includeSubscribers, request } = registration;
    const lists = renderSubscriptionLists(registration, rows, {
      includeSubscribers,
      nullSettings: request.capabilities["notification_settings_null"] === true,
      archived: seesArchived(registration),
    });
    return {
      subscriptions: new Json(lists.subscriptions),
      unsubscribed: new Json(lists.unsubscribed),
      never_subscribed: new Json(lists.neverSubscribed),
    };
  },
  spectator: (state) => ({
    subscriptions: new Json(renderOpenChannels(state)),
    unsubscribed: [],
    never_subscribed: [],
  }),
});

const quiet = {
  desktop_notifications: false,
  email_notifications: false,
  push_notifications: false,
  audible_notifications: false,
};

/** The channels that people without an account may read, as if subscribed (docs/behaviour/events.md#spectators). */
function renderOpenChannels({ channels, users }: RealmState): string {
  const open = channels.byName().filter(isOpenToSpectators);
  const colors = pickColors(
    open.map(({ id }) => id),
    0,
    new Map(),
  );
  const texts = open.map((channel) => {
    const personal = presentPersonal(initialPersonal(colors.get(channel.id) ?? ""));
    const own = JSON.stringify(withDefaults(personal, quiet)).slice(1);
    return `${viewChannel(channel, channels, users).opened},${own}`;
  });
  return `[${texts.join(",")}]`;
}
