import type { WideMessage } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

export type NarrowPair = readonly [operator: string, operand: string];

type Test = (message: WideMessage, flags: readonly string[]) => boolean;

const operators: Readonly<Record<string, (operand: string) => Test>> = {
  channel: channelTest,
  stream: channelTest,
  topic: (operand) => (message) => message.type === "stream" && same(message.subject, operand),
  sender: (operand) => (message) => same(message.sender_email, operand),
  is: isTest,
};

/**
 * Compiles the pairs given at registration to a test of message events (docs/behaviour/events.md#narrow-of-a-queue).
 * @throws BAD_REQUEST
 */
export function compileNarrow(pairs: readonly NarrowPair[]): Test {
  const tests = pairs.map(([operator, operand]) => {
    const make = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
    if (!make) throw new AppError("BAD_REQUEST", `Operator ${operator} not supported.`);
    return make(operand);
  });
  return (message, flags) => tests.every((test) => test(message, flags));
}

function channelTest(operand: string): Test {
  return ({ display_recipient: name, type }) =>
    type === "stream" && typeof name === "string" && same(name, operand);
}

function isTest(operand: string): Test {
  switch (operand) {
    case "dm":
    case "private": {
      return (message) => message.type === "private";
    }
    case "starred": {
      return (_message, flags) => flags.includes("starred");
    }
    case "unread": {
      return (_message, flags) => !flags.includes("read");
    }
    case "alerted":
    case "mentioned": {
      return (_message, flags) => flags.includes("mentioned");
    }
    case "resolved": {
      return (message) => message.type === "stream" && message.subject.startsWith("✔ ");
    }
    case "followed": {
      throw new AppError("BAD_REQUEST", "Operand followed not supported.");
    }
    default: {
      return () => true;
    }
  }
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
