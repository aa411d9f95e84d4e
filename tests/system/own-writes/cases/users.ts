import { picture } from "../../register-events/furnish.ts";
import { type Changes, once } from "../change.ts";
import { password, type Stage } from "../stage.ts";

/** A browser of which nobody takes pushes; its keys are those of RFC 8291, appendix A. */
function pushSubscription(name: string) {
  return {
    endpoint: `http://127.0.0.1:9/${name}`,
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
    p256dh:
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  };
}

const account = (stage: Stage) => ({
  email: `${stage.name().replace(" ", "")}@example.com`,
  password,
  full_name: stage.name(),
});

/** A bot of the owner. */
async function newBot(stage: Stage): Promise<number> {
  const [full_name, short_name] = [stage.name(), stage.name().replace(" ", "")];
  const made = await stage.owner.client.post("/bots", { full_name, short_name });
  return Number(made["user_id"]);
}

async function announceNewUsers(stage: Stage): Promise<void> {
  const stream_id = stage.id("channel");
  await stage.owner.client.patch("/realm", { signup_announcements_stream_id: stream_id });
}

const accounts: Changes = {
  createUser: {
    "who begins with the default channels": (stage) => ({ params: account(stage) }),
    "who is announced": async (stage) => {
      await announceNewUsers(stage);
      return { params: account(stage) };
    },
  },
  acceptInvite: {
    "": async (stage) => {
      await announceNewUsers(stage);
      const invitation = { stream_ids: [stage.id("channel")] };
      const made = await stage.owner.client.post("/invites/multiuse", invitation);
      const key = String(made["invite_link"]).split("/").at(-1);
      const form = { key, ...account(stage) };
      return { params: form, after: (answer) => stage.newUser(form.email, answer) };
    },
  },
  updateUser: {
    "who becomes a guest": (stage) => ({
      params: { user_id: stage.person("member2").userId, role: 600 },
    }),
    "who becomes a member": (stage) => ({
      params: { user_id: stage.person("guest").userId, role: 400 },
    }),
    "who is called otherwise": (stage) => ({
      params: { user_id: stage.person("member").userId, full_name: stage.name() },
    }),
  },
  updateUserByEmail: once((stage) => ({
    email: stage.person("member").client.email,
    full_name: stage.name(),
  })),
  deactivateUser: once(async (stage) => {
    const { userId } = await stage.member();
    await stage.product.settle();
    return { user_id: userId };
  }),
  deactivateOwnUser: {
    "": async (stage) => ({
      by: await stage.member(),
      params: {},
      after: () => stage.owner,
    }),
  },
  reactivateUser: once(async (stage) => {
    const { userId } = await stage.member();
    await stage.owner.client.delete(`/users/${userId}`);
    await stage.product.settle();
    return { user_id: userId };
  }),
  createApiKey: once((stage) => ({
    user_id: stage.owner.userId,
    name: stage.name(),
    scopes: ["read"],
  })),
  regenerateOwnKey: {
    "": async (stage) => {
      const by = await stage.member();
      const after = (answer: Readonly<Record<string, unknown>>) => {
        by.change({ apiKey: String(answer["api_key"]) });
        return by;
      };
      return { by, params: {}, after };
    },
  },
};

const bots: Changes = {
  createBot: once((stage) => ({
    full_name: stage.name(),
    short_name: stage.name().replace(" ", ""),
  })),
  updateBot: {
    "that somebody else gets": async (stage) => ({
      params: { bot_id: await newBot(stage), bot_owner_id: stage.person("admin").userId },
    }),
    "that is called otherwise": async (stage) => ({
      params: { bot_id: await newBot(stage), full_name: stage.name() },
    }),
  },
  deactivateBot: once(async (stage) => ({ bot_id: await newBot(stage) })),
  regenerateBotApiKey: once(async (stage) => ({ bot_id: await newBot(stage) })),
  updateBotStorage: {
    "": (stage) => ({ by: stage.person("bot"), params: { storage: { kept: "there" } } }),
  },
  removeBotStorage: { "": (stage) => ({ by: stage.person("bot"), params: { keys: ["kept"] } }) },
};

const personal: Changes = {
  uploadOwnAvatar: { "": () => ({ params: {}, file: picture }) },
  deleteOwnAvatar: once(() => ({})),
  updateSettings: {
    "of oneself": (stage) => ({
      by: stage.person("member"),
      params: { full_name: stage.name(), email_address_visibility: 5 },
    }),
    "that hide when somebody is there": async (stage) => {
      const by = stage.person("member");
      await by.client.post("/users/me/presence", { status: "active" });
      return { by, params: { presence_enabled: false } };
    },
  },
  updateDisplaySettings: once(() => ({ twenty_four_hour_time: true })),
  updateNotificationSettings: once(() => ({ enable_sounds: false })),
  registerClientDevice: once(() => ({})),
  removeClientDevice: once(async (stage) => {
    const { device_id } = await stage.owner.client.post("/register_client_device");
    return { device_id };
  }),
  addPushSubscription: once(() => pushSubscription("new")),
  removePushSubscription: once(async (stage) => {
    const { endpoint, ...keys } = pushSubscription("old");
    await stage.owner.client.post("/users/me/push_subscriptions", { endpoint, ...keys });
    return { endpoint };
  }),
  updateOwnStatus: once(() => ({ status_text: "here", emoji_name: "octopus" })),
  updateUserStatus: once((stage) => ({
    user_id: stage.person("member").userId,
    status_text: "there",
  })),
  updateOwnPresence: {
    "": (stage) => ({ by: stage.person("member"), params: { status: "active" } }),
  },
  addAlertWords: once(() => ({ alert_words: ["water"] })),
  removeAlertWords: once(() => ({ alert_words: ["fire"] })),
  muteUser: once((stage) => ({ muted_user_id: stage.person("member").userId })),
  unmuteUser: once((stage) => ({ muted_user_id: stage.person("member2").userId })),
  createSavedSnippet: once((stage) => ({ title: stage.name(), content: "thanks" })),
  updateSavedSnippet: once((stage) => ({
    saved_snippet_id: stage.id("snippet"),
    title: stage.name(),
  })),
  deleteSavedSnippet: once((stage) => ({ saved_snippet_id: stage.id("snippet") })),
  addNavigationView: once(() => ({ fragment: "recent", is_pinned: true })),
  updateNavigationView: once(() => ({ fragment: "inbox", is_pinned: false })),
  deleteNavigationView: once(() => ({ fragment: "inbox" })),
};

const groups: Changes = {
  createUserGroup: once((stage) => ({
    name: stage.name(),
    description: "",
    members: stage.people.map(({ userId }) => userId),
  })),
  updateUserGroup: once((stage) => ({ user_group_id: stage.id("group"), name: stage.name() })),
  updateUserGroupMembers: {
    "who see a private channel from then on": async (stage) => {
      const closed = await stage.channel("closed");
      const can_add_subscribers_group = { new: stage.id("group") };
      await stage.owner.client.patch(`/streams/${closed}`, { can_add_subscribers_group });
      const add = [stage.person("member2").userId, stage.person("guest").userId];
      return { params: { user_group_id: stage.id("group"), add } };
    },
    "who are no more": (stage) => ({
      params: { user_group_id: stage.id("group"), delete: [stage.person("member").userId] },
    }),
  },
  updateUserGroupSubgroups: once(async (stage) => {
    const group = { name: stage.name(), description: "", members: [] };
    const made = await stage.owner.client.post("/user_groups/create", group);
    return { user_group_id: stage.id("group"), add: [made["group_id"]] };
  }),
  deactivateUserGroup: once((stage) => ({ user_group_id: stage.id("group") })),
  deleteUserGroup: once((stage) => ({ user_group_id: stage.id("group") })),
};

export const userChanges: Changes = { ...accounts, ...bots, ...personal, ...groups };
