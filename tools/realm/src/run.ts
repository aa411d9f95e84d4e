import { changePlan } from "./commands/change-plan.ts";
import { create } from "./commands/create.ts";
import { deactivate } from "./commands/deactivate.ts";
import { demo } from "./commands/demo.ts";
import { list } from "./commands/list.ts";
import { reactivate } from "./commands/reactivate.ts";
import { resetLink } from "./commands/reset-link.ts";
import { rotateKey } from "./commands/rotate-key.ts";
import type { Config } from "./config.ts";
import { locateStack } from "./locate-stack.ts";
import { openOperator, type Operator } from "./operator.ts";
import { UsageError } from "./usage.ts";

type Command = (operator: Operator, args: readonly string[]) => Promise<string[]>;

/**
 * Carries a command line out; returns the lines to print.
 * @throws UsageError, and AppError with what the service refuses
 */
export async function run(config: Config, args: readonly string[]): Promise<string[]> {
  const [name = "", ...rest] = args;
  const commands: Readonly<Record<string, Command>> = {
    create,
    list,
    plan: changePlan,
    deactivate,
    reactivate,
    "rotate-key": rotateKey,
    "reset-link": resetLink,
    demo: (operator) => demo(operator, config.ECHO_BOT_PORT),
  };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new UsageError(`There is no command '${name}'.`);
  await using operator = openOperator(locateStack(config));
  return await command(operator, rest);
}
