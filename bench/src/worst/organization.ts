import type { Person } from "./person.ts";
import type { Usual } from "./worst-values.ts";

const deliveryTime = 4_000_000_000;
const linkifier = { pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" };

/**
 * Creates something for each parameter to name, so that a bad value beside it gets far: done by the owner of an
 * organization that has a channel `history 0`.
 */
export async function furnish(owner: Person, member: Member): Promise<Usual> {
  return { ...otherValues, ...(await idsOfNew(owner, member)), ...valuesOf(member) };
}

interface Member {
  readonly userId: number;
}

/** Makes one of everything that has an id. */
async function idsOfNew(owner: Person, member: Member): Promise<Usual> {
  const post = async (path: string, values: Readonly<Record<string, unknown>>) => {
    const fields = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]);
    return (await owner.call("POST", path, Object.fromEntries(fields) as Record<string, string>))
      .json;
  };
  const found = await owner.call("GET", "/get_stream_id", { stream: "history 0" });
  const channelId = found.json["stream_id"];
  const sent = { type: "channel", to: channelId, topic: "lunch", content: "here" };
  const { id: messageId } = await post("/messages", sent);
  const { queue_id: queueId } = await post("/register", { event_types: ["message"] });
  const deliver = { scheduled_delivery_timestamp: deliveryTime };
  const scheduled = await post("/scheduled_messages", { ...sent, ...deliver });
  const draft = { type: "stream", to: [channelId], topic: "lunch", content: "c" };
  const { ids: drafts } = await post("/drafts", { drafts: [draft] });
  const group = { name: "usual group", description: "", members: [member.userId] };
  const { group_id: groupId } = await post("/user_groups/create", group);
  const { id: fieldId } = await post("/realm/profile_fields", { name: "Usual", field_type: 1 });
  const { id: filterId } = await post("/realm/filters", linkifier);
  const { saved_snippet_id: snippetId } = await post("/saved_snippets", {
    title: "t",
    content: "c",
  });
  const { channel_folder_id: folderId } = await post("/channel_folders/create", { name: "Usual" });
  return {
    stream_id: channelId,
    to: channelId,
    message_id: messageId,
    msg_ids: [messageId],
    messages: messageId,
    message_ids: messageId,
    anchor: messageId,
    queue_id: queueId,
    scheduled_message_id: scheduled["scheduled_message_id"],
    draft_id: (drafts as readonly number[])[0],
    user_group_id: groupId,
    field_id: fieldId,
    id: fieldId,
    data: fieldId,
    filter_id: filterId,
    ordered_linkifier_ids: filterId,
    saved_snippet_id: snippetId,
    channel_folder_id: folderId,
    folder_id: folderId,
  };
}

function valuesOf(member: Member): Usual {
  return {
    user_id: member.userId,
    muted_user_id: member.userId,
    user_id_or_email: member.userId,
    principals: member.userId,
    subscribers: member.userId,
    members: member.userId,
  };
}

const otherValues: Usual = {
  type: "stream",
  topic: "lunch",
  topic_name: "lunch",
  scheduled_delivery_timestamp: deliveryTime,
  subscriptions: "history 0",
  stream: "history 0",
  num_before: 100,
  num_after: 0,
  content: "hello",
  op: "add",
  flag: "read",
  emoji_name: "car",
  property: "color",
  color: "#abcdef",
  value: "#abcdef",
  dont_block: true,
  field_type: 1,
  report_type: "spam",
  msg_type: "widget",
  status: "active",
  fragment: "narrow/usual",
  email: "usual@example.com",
  new_email: "usual@example.com",
  full_name: "Usual Name",
  short_name: "usual",
  invitee_emails: "guest@example.com",
  domain: "usual.example.com",
  pattern: linkifier.pattern,
  url_template: linkifier.url_template,
  token_kind: "fcm",
  push_public_key: "dXN1YWw=",
};
