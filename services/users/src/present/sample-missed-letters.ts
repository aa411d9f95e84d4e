import type { MissedConversation } from "@team-chat/contract";
import { type ComposedMail, type LetterHead, quoteOf } from "@team-chat/mail";

import { missedLetter } from "./missed-letter.ts";

const said = [
  [
    "Ada Lovelace",
    '<p>The <strong>engine</strong> is ready <span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span> — see <a href="#narrow/channel/3/topic/notes">#engines &gt; notes</a>.</p>',
  ],
  [
    "Charles Babbage",
    '<blockquote><p>The engine is ready</p></blockquote><p>Then we can begin:</p><ol><li>order the cards</li><li>run <code>mill --slow</code></li></ol><div class="codehilite"><pre><code>for (const card of cards) mill.turn(card);</code></pre></div>',
  ],
  [
    "Ada Lovelace",
    '<p>Here is how it looks:</p><div class="message_inline_image"><a href="/user_uploads/3/ab/engine.png" title="engine.png"><img src="/user_uploads/thumbnail/3/ab/engine.png/840x560.webp"></a></div><table><thead><tr><th>part</th><th>state</th></tr></thead><tbody><tr><td>mill</td><td>done</td></tr><tr><td>store</td><td>on its way</td></tr></tbody></table>',
  ],
] as const;

/** Writes about missed messages of each kind, for looking at them. */
export function sampleMissedLetters(
  realm: LetterHead,
  key: string,
): Readonly<Record<string, ComposedMail>> {
  const shown = said.map(([sender, rendered]) => ({
    sender,
    ...quoteOf(rendered, { url: realm.url, languages: [realm.language] }),
  }));
  const unsubscribeUrl = `${realm.url}/accounts/unsubscribe/${key}`;
  const write = (conversation: MissedConversation) =>
    missedLetter(realm, { conversation, namesRealm: true, unsubscribeUrl });
  const inTopic: MissedConversation = {
    messageIds: [101, 102, 103, 104],
    reasons: ["followed_topics", "personal"],
    place: { kind: "channel", channelId: 3, name: "engines", topic: "the mill" },
    path: "/#narrow/channel/3/topic/the.20mill/near/101",
    shown,
    hiddenBy: null,
  };
  return {
    "missed-topic": write(inTopic),
    "missed-direct": write({
      ...inTopic,
      messageIds: [101],
      reasons: ["personal"],
      place: { kind: "direct", others: ["Ada Lovelace"] },
      shown: shown.slice(0, 1),
    }),
    "missed-hidden": write({
      ...inTopic,
      path: "/#narrow/channel/3/near/101",
      shown: null,
      hiddenBy: "person",
    }),
  };
}
