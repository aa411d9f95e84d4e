import { profileFieldTypes } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import { isWebAddress } from "../organization/web-address.ts";
import { checkedExternalAccount, holdsAddresses } from "./external-accounts.ts";

const { SHORT_TEXT, LONG_TEXT, SELECT, USER, EXTERNAL_ACCOUNT } = profileFieldTypes;
const kinds: ReadonlySet<number> = new Set(Object.values(profileFieldTypes).map(({ id }) => id));
const maxInSummary = 2;

interface Field {
  readonly id: number | null;
  readonly name: string;
  readonly kind: number;
  readonly inSummary: boolean;
}

interface Summed {
  readonly id: number;
  readonly inSummary: boolean;
}

/** Checks that a new or changed field may stand beside the others. @throws BAD_REQUEST */
export function checkField(field: Field, others: readonly Summed[]): void {
  if (field.name === "") throw refused("Label cannot be blank.");
  if (!kinds.has(field.kind)) throw refused("Invalid field type.");
  if (!field.inSummary) return;
  if (field.kind === LONG_TEXT.id || field.kind === USER.id)
    throw refused("Field type not supported for display in profile summary.");
  const shown = others.filter(({ id, inSummary }) => inSummary && id !== field.id);
  if (shown.length >= maxInSummary)
    throw refused("Only 2 custom profile fields can be displayed in the profile summary.");
}

/** Tells whether people choose a value of the field from a list. */
export function isChoice(kind: number): boolean {
  return kind === SELECT.id;
}

type Data = Readonly<Record<string, string | { readonly text: string; readonly order: string }>>;

/** Checks the data of a field and writes them as they are stored: JSON, or nothing. @throws BAD_REQUEST */
export function checkedFieldData(kind: number, data: Data = {}): string {
  if (kind === EXTERNAL_ACCOUNT.id) return JSON.stringify(checkedExternalAccount(data));
  if (kind !== SELECT.id) return "";
  checkChoices(data);
  return JSON.stringify(data);
}

function checkChoices(data: Data): void {
  const texts: string[] = [];
  for (const [key, choice] of Object.entries(data)) {
    if (key.trim() === "") throw refused("'value' cannot be blank.");
    if (typeof choice === "string") throw refused("field_data is not a dict");
    if (choice.text.trim() === "") throw refused('field_data["text"] cannot be blank.');
    if (!/^\d+$/.test(choice.order)) throw refused('field_data["order"] is not an integer');
    texts.push(choice.text.trim());
  }
  if (texts.length === 0) throw refused("Field must have at least one choice.");
  if (new Set(texts).size !== texts.length) throw refused("Field must not have duplicate choices.");
}

/** Refuses a field that the organization does not have. */
export function unknownField(id: number): AppError {
  return refused(`Field id ${id} not found.`);
}

/** Refuses a name that another field has. */
export function nameOfFieldTaken(): AppError {
  return refused("A field with that label already exists.");
}

const limits: Readonly<Record<number, number>> = {
  [SHORT_TEXT.id]: 50,
  [LONG_TEXT.id]: 500,
  [EXTERNAL_ACCOUNT.id]: 50,
  [profileFieldTypes.PRONOUNS.id]: 50,
};

interface Asked {
  readonly field: { readonly name: string; readonly kind: number; readonly data: string };
  readonly value: string | readonly number[];
  /** Of the users named in the value, those who exist. */
  readonly users: ReadonlyMap<number, { readonly isActive: boolean; readonly isBot: boolean }>;
}

/**
 * Returns a value as it is stored, null when it is empty.
 * @throws BAD_REQUEST saying what is wrong with it (docs/behaviour/users.md#profile-values)
 */
export function checkedValue({ field, value, users }: Asked): string | null {
  const { name, kind } = field;
  if (kind === USER.id) return checkedUsers(name, value, users);
  if (typeof value !== "string") throw refused(`${name} is not a string`);
  const limit = limits[kind];
  if (limit !== undefined && [...value].length > limit)
    throw refused(`${name} is too long (limit: ${limit} characters)`);
  if (kind === SELECT.id && !Object.hasOwn(JSON.parse(field.data) as object, value))
    throw refused(`'${value}' is not a valid choice for '${name}'.`);
  if (kind === profileFieldTypes.DATE.id && !isDate(value)) throw refused(`${name} is not a date`);
  const isAddress =
    kind === profileFieldTypes.URL.id ||
    (kind === EXTERNAL_ACCOUNT.id && holdsAddresses(field.data));
  if (isAddress && !isWebAddress(value)) throw refused(`${name} is not a URL`);
  return value;
}

function checkedUsers(name: string, value: Asked["value"], users: Asked["users"]): string | null {
  const ids = idsOf(value);
  if (ids === null) throw refused(`${name} is not a list`);
  for (const id of ids) {
    const user = users.get(id);
    if (user === undefined) throw refused(`Invalid user ID: ${id}`);
    if (!user.isActive) throw refused(`User with ID ${id} is deactivated`);
    if (user.isBot) throw refused(`User with ID ${id} is a bot`);
  }
  return ids.length === 0 ? null : JSON.stringify(ids);
}

/** Returns the users that a value names; clients also send the list as JSON text. Null when it is no list of ids. */
export function idsOf(value: string | readonly number[]): readonly number[] | null {
  if (typeof value !== "string") return value;
  if (!/^\[[\d,\s]*\]$/.test(value)) return null;
  try {
    const ids = JSON.parse(value) as number[];
    return ids.every((id) => Number.isSafeInteger(id)) ? ids : null;
  } catch {
    return null;
  }
}

/** Tells whether values of this kind are Markdown. */
export function isMarkdownField(kind: number): boolean {
  return kind === SHORT_TEXT.id || kind === LONG_TEXT.id;
}

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
