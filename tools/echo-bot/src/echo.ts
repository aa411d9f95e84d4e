/** A mention at the beginning: `@**Name**`, or `@**Name|id**` where several users have the name. */
const leadingMention = /^\s*@\*\*[^*]+\*\*[\s,:]*/;

/** What the bot says to a message: the message again, without the mention that called it. */
export function echoOf(content: string): string {
  const text = content.replace(leadingMention, "").trim();
  return text === "" ? "Write something after my name and I will repeat it." : text;
}
