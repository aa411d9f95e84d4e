/** A command line, or an environment, that cannot be carried out; the message says what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Returns the only argument of a command. @throws UsageError when there is none, or another one */
export function onlySubdomain(command: string, [subdomain, ...rest]: readonly string[]): string {
  if (subdomain === undefined || rest.length > 0)
    throw new UsageError(`${command} takes one subdomain.`);
  return subdomain;
}

export const usage = `Usage: npm run realm -- <command> [--json]

With --json each command prints one line of JSON instead of words. How far something is goes to standard error.

  create --subdomain <name> --name <text> --owner-email <address> --owner-name <text>
         [--password -] [--plan <name>] [--can-create-users] [--allow-reserved] [--hide-key]
      Creates an organization and its owner, and prints the owner's API key and what to do next.
      --root instead of --subdomain creates that of the root domain.
      --password - reads the owner's password from standard input; without it the owner has only the key.
      --can-create-users lets the owner create accounts by the API, not only invite people.
      --allow-reserved takes a subdomain that is kept for other services, like www or mail.
      --hide-key does not print the key.
  invite-organization [--days <n>]
      Prints a link with which somebody creates an organization on the page for it, once within 7 days or so many.
  list
      Lists the organizations.
  plan <subdomain> [--plan <name>] [--requests-per-second <n>] [--concurrent-requests <n>]
         [--processor-ms-per-second <n>] [--database-ms-per-second <n>] [--weight <n>]
         [--people <n>] [--guests <n>] [--bots <n>] [--outgoing-webhooks <n>] [--channels <n>] [--messages-per-day <n>]
         [--stored-mib <n>] [--upload-mib <n>] [--queues <n>] [--deliveries-per-minute <n>] [--force]
      Changes what an organization may have, and prints all of it. Plans are self_hosted, limited, standard, standard_free
      and plus; instead of a number a limit may be "none", or "plan" for what the plan says. A limit below what the
      organization has is refused without --force; with it what there is stays, and nothing comes on top.
  sign-in <subdomain> [--on <method>]... [--off <method>]... [--providers <file>] [--saml <file>] [--directory <file>]
          [--no-directory]
      Switches ways to log in on and off, and prints all of them, with the organization's directory and the identity
      providers of its own. --directory gives it the directory in a file, --no-directory takes it away.
      --providers replaces these by the JSON list in a file, as in docs/accounts.md; one that is there already keeps its
      secret when none is given. --saml does the same with those that speak SAML.
  rename <subdomain> --to <name> [--allow-reserved]
      Gives an organization another subdomain. The one before leads to it, and everybody's clients register anew.
  addresses <subdomain>
      Lists what leads to an organization: its subdomain, those that it had before, and domains of its own.
  add-domain <subdomain> <domain>
      Notes a domain of an organization's own, and prints the record that its owner has to add to the DNS.
  prove-domain <subdomain> <domain>
      Looks that record up; from then on the domain leads to the organization.
  main-address <subdomain> <address>
      Chooses the address that clients are told, and to which browsers are led: the subdomain, or a domain that is proven.
  remove-address <subdomain> <address>
      Has an earlier subdomain or a domain lead nowhere; others may have it then.
  move <subdomain> [--turn <n> | --back]
      Has an organization served by the next process of messages, so that those that it shares one with are rid of it. With
      --turn by the one at this place in its ranking of processes, with --back by the first, where hashing puts it.
  sync-directory <subdomain> [--dry-run] [--force]
      Makes accounts agree with the organization's directory now; with --dry-run prints what that would change. --force
      also deactivates people when suspiciously many are missing.
  scim <subdomain> [--new <name>] [--end <id>]
      Lists the tokens with which provisioning systems come to an organization by SCIM. --new makes one, which is printed
      this once; --end ends one.
  audit-destinations <subdomain> [--new <name> --url <address> [--authorization <text>]] [--remove <id>]
      Lists the servers that an organization's audit log is sent to. --new adds one, and prints the secret that signs its
      requests this once; --remove takes one away.
  usage <subdomain> [--from <date>] [--to <date>] [--csv]
      Prints what an organization used on each day of UTC, of this month unless said otherwise.
  export <subdomain> --to <file> [--type <type>] [--id <n>]
      Has an organization exported as it is at one moment, says how far it is, and writes the archive (docs/export.md).
      Types are full_without_consent, which is everything, full_with_consent and public. One that is under way already is
      waited for; --id takes one that was made before.
  exports <subdomain>
      Lists the exports of an organization as JSON.
  export-person <subdomain> <address> --to <file>
      Has everything of one person exported as it is at one moment, says how far it is, and writes the archive
      (docs/export.md). The server keeps it for seven days.
  erase-person <subdomain> <address> --messages keep|delete --confirm <address>
      Erases a person (docs/erasure.md): the account becomes a placeholder at once, everything else of the person is deleted.
      Messages stay under the placeholder's name or are deleted. There is no way back: export it first.
  erasures <subdomain>
      Lists as JSON who was erased, or is being erased, with the proof that nothing is left.
  hold <subdomain> --user <address> | --channel <name> --reason <text>
      Begins a legal hold: nothing of the person or in the channel is lost any more. The organization's owners do not know.
  holds <subdomain>
      Lists legal holds, those of owners, too, and those that have ended.
  end-hold <subdomain> --id <n>
      Ends a legal hold, whoever began it.
  export-hold <subdomain> --id <n> --to <file>
      Has everything that a legal hold covers exported, says how far that is, and writes an archive that proves itself:
      npm run verify-export checks it (docs/legal-holds.md). The server keeps it for seven days; --export <n> instead of
      --id fetches one that was made before.
  import <file> --subdomain <name> [--plan <name>] [--allow-reserved]
      Takes an organization in from an archive that export wrote, here or elsewhere, under the address that you choose, and
      says how far it is. Nobody can log in before it is complete; then people set new passwords. Interrupted, the same
      command goes on. --root instead of --subdomain is the root domain.
  cancel-import <subdomain>
      Gives up an import that is not done, and has what came of it deleted.
  clone <subdomain> --to <name> [--plan <name>] [--allow-reserved]
      Copies an organization to another address, to try things out: without outgoing webhooks, invitations and scheduled
      messages, and with e-mail and push notifications switched off for everybody.
  suspend <subdomain> [--reason <text>]
      Locks everybody out of an organization; the reason is kept.
  reactivate <subdomain>
      Lets everybody in again, each with a new key.
  delete <subdomain> --confirm <subdomain> [--in-days <n>]
      Has a suspended organization deleted, with everything that it has, once some days have passed: 30 unless the server
      says otherwise. Then there is no way back: export it first. To confirm that of the root domain give its host name.
  cancel-deletion <subdomain>
      Keeps an organization that is to be deleted, as long as that has not begun. It stays suspended.
  deletions
      Lists which organizations are to be deleted, how far that is, and which were deleted.
  rotate-key <subdomain> <address> [--show-key]
      Replaces the API key of an account, and prints it with --show-key; the old one stops working at once. "" is the root domain's subdomain.
  reset-link <subdomain> <address>
      Prints a link with which the account's password can be set once within a day, for you to hand over.
  reset-second-factors <subdomain> <address>
      Removes the second factors of somebody who has lost them; the person gets word of it by e-mail.
  actions
      Lists what operators have changed: when, with which key, what, in which organization, with which input.
  demo
      Creates the demo organizations, or what is missing of them.
`;
