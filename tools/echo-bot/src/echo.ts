/** A mention at the beginning: `@**Name**`, or `@**Name|id**` where several users have the name. */
const leadingMention = /^\s*@\*\*[^*]+\*\*[\s,:]*/;

/** Returns the bot's answer to a message: the message again, without the mention of the bot. */
export function echoOf(content: string): string {
  const text = content.replace(leadingMention, "").trim();
  return text === "" ? "Write something after my name and I will repeat it." : text;
}
