interface Person {
  user_id: number;
  email: string;
  delivery_email: string | null;
  role: number;
  is_owner: boolean;
  is_admin: boolean;
  is_guest: boolean;
  is_active?: boolean;
}

interface Group {
  id: number;
  members: number[];
  direct_subgroup_ids: number[];
}

interface Bot {
  user_id: number;
}

/** State of users, groups and bots that a client keeps. */
export interface ClientState {
  readonly realm_users: Person[];
  readonly realm_non_active_users: Person[];
  readonly realm_user_groups: Group[];
  readonly realm_bots: Bot[];
}

type Event = { type: string; op: string } & Record<string, unknown>;

/** Folds events into the state as clients do. */
export function applyEvents(state: ClientState, events: readonly object[]): void {
  for (const event of events as readonly Event[]) {
    if (event.type === "realm_user") applyUser(state, event);
    else if (event.type === "user_group") applyGroup(state, event);
    else if (event.type === "realm_bot") applyBot(state, event);
  }
}

function applyUser(state: ClientState, { op, person }: Event): void {
  const changed = person as Person & { new_email?: string };
  const { realm_users: active, realm_non_active_users: inactive } = state;
  if (op === "add") {
    const { is_active: _, ...added } = changed;
    active.push(added);
    return;
  }
  const known = [...active, ...inactive].find(({ user_id: id }) => id === changed.user_id);
  if (known === undefined) throw new Error("An update of an unknown user.");
  const { new_email: email, is_active: isActive, ...rest } = changed;
  if (email !== undefined) known.email = email;
  for (const [name, value] of Object.entries(rest))
    if (name in known) Object.assign(known, { [name]: value });
  known.is_owner = known.role === 100;
  known.is_admin = known.role <= 200;
  known.is_guest = known.role === 600;
  if (isActive === undefined) return;
  const [from, to] = isActive ? [inactive, active] : [active, inactive];
  from.splice(from.indexOf(known), 1);
  to.push(known);
  to.sort((a, b) => a.user_id - b.user_id);
}

function applyGroup({ realm_user_groups: groups }: ClientState, event: Event): void {
  if (event.op === "add") {
    groups.push(event["group"] as Group);
    return;
  }
  const group = groups.find(({ id }) => id === event["group_id"]);
  if (group === undefined) throw new Error("News of an unknown group.");
  const [op, list] = event.op.split("_");
  if (op === "update") Object.assign(group, event["data"]);
  else if (list === "members")
    change(group, "members", op === "add", event["user_ids"] as number[]);
  else change(group, "direct_subgroup_ids", op === "add", event["direct_subgroup_ids"] as number[]);
}

function change(
  group: Group,
  list: "members" | "direct_subgroup_ids",
  ...[isAdded, ids]: [boolean, number[]]
): void {
  const rest = group[list].filter((id) => !ids.includes(id));
  group[list] = isAdded ? [...rest, ...ids].toSorted((a, b) => a - b) : rest;
}

function applyBot({ realm_bots: bots }: ClientState, event: Event): void {
  const bot = event["bot"] as Bot;
  const at = bots.findIndex(({ user_id: id }) => id === bot.user_id);
  if (event.op === "add") {
    bots.push(bot);
    bots.sort((a, b) => a.user_id - b.user_id);
  } else if (at === -1) throw new Error("News of an unknown bot.");
  else if (event.op === "delete") bots.splice(at, 1);
  else Object.assign(bots[at] ?? {}, bot);
}
