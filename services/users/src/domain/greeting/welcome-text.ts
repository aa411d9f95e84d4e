/** Writes the Welcome Bot's message to new users of the organization of this name. */
export function welcomeText(realmName: string): string {
  return `Hello, and welcome to ${realmName}! :wave:

I am the Welcome Bot, and this conversation is between the two of us. Here is what you can begin with:

* Look around the [channels](#channels/all) and subscribe to those that concern you. Every message in a channel has a topic, so that you can follow one conversation at a time.
* Tell the others who you are: there is room for a picture and more in [your profile](#settings/profile).
* Try out how messages are formatted, here where nobody else sees it: \`**bold**\`, \`*italic*\`, \`> quoted\` and \`:tada:\` are a start.
* Call somebody's attention with \`@**Full Name**\`, and see where others called for yours among your [mentions](#narrow/is/mentioned).

I have starred this message for you. You find it again among your [starred messages](#narrow/is/starred), with all others that you star.`;
}
