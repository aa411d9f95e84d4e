import { type Operation, operations } from "@team-chat/contract";

/** Nouns besides users that `…_id` and `…_ids` name. */
const otherNouns =
  /^(?:appid|attachment|channel|channel_folder|deletion|delivery|destination|device|draft|export|field|filter|folder|group|hold|invite|key|last_event|last_update|local|message|moderation_request_channel|msg|new_stream_announcements_stream|ordered_linkifier|playground|push_key|queue|realm|reminder|saved_snippet|scheduled_message|signup_announcements_stream|stream|token|user_group|zulip_update_announcements_stream)(?:_ids?|_id_str)?$/;

/** Parameters by which people are named otherwise than by an id, or may be. */
const otherNames = new Set(
  "add data delete draft drafts email content invitee_emails members narrow new_email principals profile_data sender subscribers to user_id_or_email username".split(
    " ",
  ),
);

/** A way in which an operation is told of a user. */
export interface Naming {
  readonly operation: Operation;
  readonly parameter: string;
  /** Form of a group-setting value; null for other parameters. */
  readonly setting: "whole" | "change" | null;
}

/**
 * Every parameter of the contract that names a user, or may: one that nobody thought of here is among them when it ends
 * in `_id` or takes a group setting.
 */
export function namings(): readonly Naming[] {
  return operations.flatMap((operation) =>
    Object.keys(operation.params).flatMap((parameter) => {
      const setting = settingKind(operation, parameter);
      const isNamed = /_ids?$/.test(parameter) && !otherNouns.test(parameter);
      if (setting === null && !isNamed && !otherNames.has(parameter)) return [];
      return [{ operation, parameter, setting }];
    }),
  );
}

function settingKind({ params }: Operation, parameter: string): Naming["setting"] {
  const takes = (value: unknown) => params[parameter]?.schema.safeParse(value).success === true;
  const value = { direct_members: [1], direct_subgroups: [] };
  if (takes({ neither: 1 })) return null;
  if (takes({ new: value })) return "change";
  return takes(value) ? "whole" : null;
}
