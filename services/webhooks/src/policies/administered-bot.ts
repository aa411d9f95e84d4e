import { roles, type UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";
import type { UserDirectory } from "@team-chat/projection";

/**
 * Returns the bot whose deliveries its owner and administrators may see.
 * @throws BAD_REQUEST, the same whether there is no such bot or it is another's
 */
export function administeredBot(
  directory: UserDirectory,
  caller: Caller,
  botId: number,
): UserRecord {
  const bot = directory.users.get(botId);
  const actor = directory.users.get(caller.userId);
  const may =
    actor?.isActive === true &&
    !actor.isBot &&
    (actor.role <= roles.administrator || bot?.botOwnerId === actor.id);
  if (!bot?.isBot || !may) throw new AppError("BAD_REQUEST", "No such bot");
  return bot;
}
