import { actions } from "./commands/actions.ts";
import {
  addDomain,
  listAddresses,
  proveDomain,
  removeAddress,
  rename,
  setMainAddress,
} from "./commands/addresses.ts";
import { auditDestinations } from "./commands/audit-destinations.ts";
import { changePlan } from "./commands/change-plan.ts";
import { create } from "./commands/create.ts";
import { cancelDeletion, deleteOrganization, listDeletions } from "./commands/delete.ts";
import { demo } from "./commands/demo.ts";
import { erasePerson, listErasures } from "./commands/erase-person.ts";
import { exportOrganization, listExports } from "./commands/export-organization.ts";
import { exportPerson } from "./commands/export-person.ts";
import { endHold, exportHold, hold, listHolds } from "./commands/holds.ts";
import {
  cancelImport,
  cloneOrganization,
  importOrganization,
} from "./commands/import-organization.ts";
import { inviteOrganization } from "./commands/invite-organization.ts";
import { list } from "./commands/list.ts";
import { move } from "./commands/move.ts";
import { resetLink } from "./commands/reset-link.ts";
import { resetSecondFactors } from "./commands/reset-second-factors.ts";
import { rotateKey } from "./commands/rotate-key.ts";
import { scim } from "./commands/scim.ts";
import { showUsage } from "./commands/show-usage.ts";
import { signIn } from "./commands/sign-in.ts";
import { reactivate, suspend } from "./commands/suspend.ts";
import { syncDirectory } from "./commands/sync-directory.ts";
import type { Config } from "./config.ts";
import { locateOperator, locateStack } from "./locate-stack.ts";
import { OperatorClient } from "./operator-client.ts";
import { openOperator } from "./operator.ts";
import { type Outcome, withoutJson } from "./outcome.ts";
import { UsageError } from "./usage.ts";

type Command = (operator: OperatorClient, args: readonly string[]) => Promise<Outcome>;

/** Commands that speak the operator's interface, by name. */
export const commands: Readonly<Record<string, Command>> = {
  create,
  "invite-organization": inviteOrganization,
  list,
  plan: changePlan,
  "sign-in": signIn,
  rename,
  addresses: listAddresses,
  "add-domain": addDomain,
  "prove-domain": proveDomain,
  "main-address": setMainAddress,
  "remove-address": removeAddress,
  move,
  "sync-directory": syncDirectory,
  scim,
  "audit-destinations": auditDestinations,
  suspend,
  reactivate,
  delete: deleteOrganization,
  "cancel-deletion": cancelDeletion,
  deletions: listDeletions,
  actions,
  usage: showUsage,
  export: exportOrganization,
  exports: listExports,
  "export-person": exportPerson,
  "erase-person": erasePerson,
  erasures: listErasures,
  hold,
  holds: listHolds,
  "end-hold": endHold,
  "export-hold": exportHold,
  import: importOrganization,
  "cancel-import": cancelImport,
  clone: cloneOrganization,
  "rotate-key": rotateKey,
  "reset-link": resetLink,
  "reset-second-factors": resetSecondFactors,
};

/**
 * Carries a command line out; returns the lines to print, of which there is one with `--json`.
 * @throws UsageError, and OperatorRefusal with what the service refuses
 */
export async function run(config: Config, given: readonly string[]): Promise<readonly string[]> {
  const { args, isJson } = withoutJson(given);
  const { json, lines } = await carryOut(config, args);
  return isJson ? [JSON.stringify(json)] : lines;
}

async function carryOut(config: Config, args: readonly string[]): Promise<Outcome> {
  const [name = "", ...rest] = args;
  if (name === "demo") {
    await using services = openOperator(locateStack(config));
    const lines = await demo(services, config.ECHO_BOT_PORT);
    return { lines, json: lines };
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new UsageError(`There is no command '${name}'.`);
  return command(new OperatorClient(locateOperator(config)), rest);
}
