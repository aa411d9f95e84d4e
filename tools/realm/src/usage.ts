/** A command line, or an environment, that cannot be carried out; the message says what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const usage = `Usage: npm run realm -- <command>

  create --subdomain <name> --name <text> --owner-email <address> --owner-name <text> [--password -] [--show-key]
      Creates an organization and its owner. --root instead of --subdomain creates that of the root domain.
      --password - reads the owner's password from standard input; without it the owner has only a key.
  list [--json]
      Lists the organizations.
  deactivate <subdomain>
      Locks everybody out of an organization.
  reactivate <subdomain>
      Lets everybody in again, with the keys that they had.
  rotate-key <subdomain> <address> [--show-key]
      Replaces the API key of an account; the old one stops working at once. "" is the root domain's subdomain.
  demo
      Creates the demo organizations, or what is missing of them.

Keys are printed only with --show-key.
`;
