import { picture } from "../../register-events/furnish.ts";
import { type Changes, once } from "../change.ts";
import { done, type Stage } from "../stage.ts";

const linkifier = (stage: Stage) => ({
  pattern: `${stage.name().replace(" ", "")}-(?P<id>[0-9]+)`,
  url_template: "https://example.com/{id}",
});

const destination = (stage: Stage) => ({
  name: stage.name(),
  url: "https://siem.example.com/",
});

async function groupCalled(stage: Stage, name: string): Promise<number | undefined> {
  const { user_groups: groups } = await stage.owner.client.get("/user_groups");
  return (groups as { id: number; name: string }[]).find((group) => group.name === name)?.id;
}

const settings: Changes = {
  updateRealm: {
    "that names it": (stage) => ({ params: { name: stage.name(), description: "About *it*" } }),
    "that lets guests see everybody": async (stage) => ({
      params: {
        can_access_all_users_group: { new: await groupCalled(stage, "role:everyone") },
      },
    }),
    "that hides whom guests have nothing to do with": async (stage) => {
      const limit = async (name: string) => ({
        can_access_all_users_group: { new: await groupCalled(stage, name) },
      });
      await stage.owner.client.patch("/realm", await limit("role:everyone"));
      await stage.product.settle();
      return { params: await limit("role:members") };
    },
    "that makes members wait": () => ({ params: { waiting_period_threshold: 10 } }),
  },
  updateUserSettingsDefaults: once(() => ({ twenty_four_hour_time: true })),
  addBlockedAddress: once(() => ({ pattern: "spam.example" })),
  removeBlockedAddress: once(async (stage) => {
    await stage.owner.client.post("/realm/blocked_addresses", { pattern: "ham.example" });
    return { pattern: "ham.example" };
  }),
  addRealmDomain: once(() => ({ domain: "example.edu", allow_subdomains: true })),
  updateRealmDomain: once(() => ({ domain: "example.net", allow_subdomains: true })),
  removeRealmDomain: once(() => ({ domain: "example.net" })),
  testWelcomeMessage: once(() => ({ welcome_message_custom_text: "Welcome" })),
};

const invitations: Changes = {
  sendInvites: once(() => ({ invitee_emails: "another@example.org", stream_ids: [] })),
  createInviteLink: once(() => ({ stream_ids: [] })),
  resendInvite: once((stage) => ({ invite_id: stage.id("invite") })),
  revokeInvite: once((stage) => ({ invite_id: stage.id("invite") })),
  revokeInviteLink: once((stage) => ({ invite_id: stage.id("link") })),
};

const things: Changes = {
  uploadRealmEmoji: { "": () => ({ params: { emoji_name: "beast" }, file: picture }) },
  uploadRealmIcon: { "": () => ({ params: {}, file: picture }) },
  deleteRealmIcon: once(async (stage) => {
    await done(stage.owner.client.upload("/realm/icon", picture));
    return {};
  }),
  deactivateRealmEmoji: once(() => ({ emoji_name: "parrot" })),
  createAuditDestination: once(destination),
  updateAuditDestination: once(async (stage) => {
    const made = await stage.owner.client.post("/audit_log/destinations", destination(stage));
    return { destination_id: made["id"], is_paused: true };
  }),
  deleteAuditDestination: once(async (stage) => {
    const made = await stage.owner.client.post("/audit_log/destinations", destination(stage));
    await stage.owner.client.patch(`/audit_log/destinations/${String(made["id"])}`, {
      is_paused: true,
    });
    return { destination_id: made["id"] };
  }),
  createScimToken: once((stage) => ({ name: stage.name() })),
  deleteScimToken: once(async (stage) => {
    const made = await stage.owner.client.post("/scim_tokens", { name: stage.name() });
    return { token_id: made["id"] };
  }),
  addLinkifier: once(linkifier),
  updateLinkifier: once((stage) => ({ filter_id: stage.id("filter"), ...linkifier(stage) })),
  reorderLinkifiers: once(async (stage) => {
    const made = await stage.owner.client.post("/realm/filters", linkifier(stage));
    return { ordered_linkifier_ids: [made["id"], stage.id("filter")] };
  }),
  removeLinkifier: once((stage) => ({ filter_id: stage.id("filter") })),
  addPlayground: once((stage) => ({
    name: stage.name(),
    pygments_language: "Python",
    url_template: "https://example.com/{code}",
  })),
  removePlayground: once((stage) => ({ playground_id: stage.id("playground") })),
  createProfileField: once((stage) => ({ name: stage.name(), field_type: 1 })),
  updateProfileField: once((stage) => ({ field_id: stage.id("field"), name: stage.name() })),
  reorderProfileFields: once(async (stage) => {
    const field = { name: stage.name(), field_type: 1 };
    const made = await stage.owner.client.post("/realm/profile_fields", field);
    return { order: [made["id"], stage.id("field")] };
  }),
  deleteProfileField: once((stage) => ({ field_id: stage.id("field") })),
  updateProfileData: once((stage) => ({ data: [{ id: stage.id("field"), value: "soup" }] })),
  removeProfileData: once(async (stage) => {
    const field = stage.id("field");
    const data = [{ id: field, value: "soup" }];
    await stage.owner.client.patch("/users/me/profile_data", { data });
    return { data: [field] };
  }),
};

export const realmChanges: Changes = { ...settings, ...invitations, ...things };
