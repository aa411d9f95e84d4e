/**
 * The bots of the server that every organization has (docs/behaviour/bots.md#system-bots). Their addresses are in a
 * domain that cannot exist (RFC 2606), so that no account ever has one of them; the first is known to other services by
 * its beginning. Migration 0006 gives the same to organizations that are older.
 */
export const systemBots = [
  { email: "notification-bot@system.invalid", fullName: "Notification Bot" },
  { email: "welcome-bot@system.invalid", fullName: "Welcome Bot" },
  { email: "emailgateway@system.invalid", fullName: "Email Gateway" },
] as const;
