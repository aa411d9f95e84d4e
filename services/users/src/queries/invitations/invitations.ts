import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const invitationRow = z.object({
  id: z.number(),
  /** Null for a link that any number of people may use. */
  email: z.string().nullable(),
  token: z.string(),
  invitedBy: z.number(),
  role: z.number(),
  channelIds: z.array(z.number()),
  /** True if whoever accepts begins with the default channels too. */
  includeDefaults: z.boolean(),
  groupIds: z.array(z.number()),
  notifyReferrer: z.boolean(),
  /** Text of the Welcome Bot for whoever accepts; null for the organization's own text. */
  welcomeText: z.string().nullable(),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
});

export type Invitation = z.infer<typeof invitationRow>;

const columns = sql.fragment`
  invitation_id as id, email, token, invited_by as "invitedBy", role, channel_ids::int[] as "channelIds",
  include_defaults as "includeDefaults",
  group_ids::int[] as "groupIds", notify_referrer as "notifyReferrer", welcome_text as "welcomeText",
  created_at as "createdAt",
  expires_at as "expiresAt"
`;
const open = sql.fragment`(expires_at is null or expires_at > now())`;

/** Invitations that may still be accepted, oldest first; of one person, or of all with null. */
export function listInvitations(
  db: Connection,
  realmId: number,
  invitedBy: number | null,
): Promise<readonly Invitation[]> {
  return db.any(sql.type(invitationRow)`
    select ${columns} from invitation
    where realm_id = ${realmId} and ${open} and (${invitedBy}::bigint is null or invited_by = ${invitedBy})
    order by invitation_id
  `);
}

/** Finds an invitation that may still be accepted, or null. */
export function findInvitation(
  db: Connection,
  realmId: number,
  id: number,
): Promise<Invitation | null> {
  return db.maybeOne(sql.type(invitationRow)`
    select ${columns} from invitation
    where realm_id = ${realmId} and invitation_id = ${id} and ${open}
  `);
}

/** Finds the invitation whose link ends with the token, or null. */
export function findInvitationByToken(
  db: Connection,
  realmId: number,
  token: string,
): Promise<Invitation | null> {
  return db.maybeOne(sql.type(invitationRow)`
    select ${columns} from invitation where realm_id = ${realmId} and token = ${token} and ${open}
  `);
}

/** Finds the newest invitation that was sent to an address and may still be accepted, or null. */
export function findInvitationTo(
  db: Connection,
  realmId: number,
  email: string,
): Promise<Invitation | null> {
  return db.maybeOne(sql.type(invitationRow)`
    select ${columns} from invitation
    where realm_id = ${realmId} and lower(email) = lower(${email}) and ${open}
    order by invitation_id desc
    limit 1
  `);
}

export interface NewInvitation extends Omit<Invitation, "id" | "createdAt" | "expiresAt"> {
  /** Null when it does not expire. Counted by the database's clock, as is when it was made. */
  readonly openForMinutes: number | null;
}

/** Stores invitations; those to the same addresses by the same person are replaced. */
export async function insertInvitations(
  tx: Transaction,
  realmId: number,
  invitations: readonly NewInvitation[],
): Promise<void> {
  for (const one of invitations) {
    await tx.query(sql.unsafe`
      with replaced as (
        delete from invitation
        where realm_id = ${realmId} and invited_by = ${one.invitedBy} and lower(email) = lower(${one.email})
      )
      insert into invitation (
        realm_id, email, token, invited_by, role, channel_ids, include_defaults, group_ids, notify_referrer, welcome_text,
        expires_at
      ) values (
        ${realmId}, ${one.email}, ${one.token}, ${one.invitedBy}, ${one.role},
        ${sql.array([...one.channelIds], "int8")}, ${one.includeDefaults}, ${sql.array([...one.groupIds], "int8")},
        ${one.notifyReferrer}, ${one.welcomeText}, now() + make_interval(mins => ${one.openForMinutes}::int)
      )
    `);
  }
}

/** Removes it. */
export async function deleteInvitation(
  tx: Transaction,
  realmId: number,
  id: number,
): Promise<void> {
  await tx.query(sql.unsafe`
    delete from invitation where realm_id = ${realmId} and invitation_id = ${id}
  `);
}

/** Removes every invitation to the address; who had sent one that was open, each once. */
export function deleteInvitationsTo(
  tx: Transaction,
  realmId: number,
  email: string,
): Promise<readonly number[]> {
  return tx.anyFirst(sql.type(z.object({ id: z.number() }))`
    with deleted as (
      delete from invitation where realm_id = ${realmId} and lower(email) = lower(${email})
      returning invited_by, ${open} as is_open
    )
    select distinct invited_by as id from deleted where is_open
  `);
}

/** Removes what somebody invited others with; whether any of it was open. */
export async function deleteInvitationsBy(
  tx: Transaction,
  realmId: number,
  userId: number,
): Promise<boolean> {
  const deleted = await tx.anyFirst(sql.type(z.object({ open: z.boolean() }))`
    delete from invitation where realm_id = ${realmId} and invited_by = ${userId}
    returning ${open} as open
  `);
  return deleted.includes(true);
}
