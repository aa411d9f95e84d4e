import { differenceOfAudit, type LeftOut, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

const history = "has a history of its own";
const reader = "is what one reader has done with messages";
const personal = "is nobody else's concern";
const progress = "says how far it is";
const entryTime = "is the time of the entry";
const bytes = "says where bytes are";
const counted = "counts";
const transient = "is on its way, and what it leads to is written down where it belongs";

const leftOut: LeftOut = {
  message: history,
  recipient: history,
  reaction: history,
  submessage: history,
  attachment: history,
  attachment_message: history,
  message_deletion: history,
  archived_message: history,
  archived_user_message: reader,
  archived_reaction: history,
  archived_submessage: history,
  archived_attachment_message: history,
  archived_page_link: history,
  held_file: history,
  user_message: reader,
  user_recipient: reader,
  draft: personal,
  scheduled_message: personal,
  errand: transient,
  operator_call: transient,
  idempotency: "lets clients repeat requests",
  thumbnail_job: transient,
  linked_page: "is what others say",
  page_link: "follows from the message",
  page_picture: "is what others show",
  message_day: counted,
  stored_bytes: counted,
  stored_bytes_day: counted,
  projection_version: "says how far a copy is",
  retention_turn: progress,
  realm_import: "is gone once the organization is complete, which is written down",
  import_part: bytes,
  export_part: bytes,
  hold_export_part: bytes,
  person_export_part: bytes,
  file_piece: bytes,
  file_removal: bytes,
  closing_realm: "is of an organization that is being deleted, with its log",
  signing_key: "is the installation's",
  "realm_export.requested_at": entryTime,
  "realm_export.tries": progress,
  "realm_export.due_at": progress,
  "realm_export.cut_at": progress,
  "realm_export.finished_at": progress,
  "realm_export.failed_at": progress,
  "realm_export.kind": progress,
  "realm_export.rows": progress,
  "realm_export.files": progress,
  "realm_export.bytes": progress,
  "realm_export.failure": progress,
  "realm_export.deleted_at": progress,
  "hold_export.requested_at": entryTime,
  "hold_export.tries": progress,
  "hold_export.due_at": progress,
  "hold_export.cut_at": progress,
  "hold_export.finished_at": progress,
  "hold_export.failed_at": progress,
  "hold_export.kind": progress,
  "hold_export.rows": progress,
  "hold_export.files": progress,
  "hold_export.bytes": progress,
  "hold_export.failure": progress,
  "person_export.requested_at": entryTime,
  "person_export.tries": progress,
  "person_export.due_at": progress,
  "person_export.cut_at": progress,
  "person_export.finished_at": progress,
  "person_export.failed_at": progress,
  "person_export.kind": progress,
  "person_export.rows": progress,
  "person_export.files": progress,
  "person_export.bytes": progress,
  "person_export.failure": progress,
  "hold_export.asked_key": "is an operator's, whom owners do not see",
};

describe("the audit log of messages (docs/behaviour/audit.md#what-is-written-down)", () => {
  test("every column of every table of messages is written down when it changes, or left out for a reason", async ({
    expect,
  }) => {
    expect(await differenceOfAudit(world().db, leftOut)).toEqual([]);
  });
});
