import * as fc from "fast-check";
import { type DefaultTreeAdapterMap, parseFragment, serialize } from "parse5";
import { describe, test } from "vitest";

import { type Context, emptyContext } from "./context.ts";
import { renderedHere } from "./rendered-here.ts";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

/** Finds something for every name, with what could break out of an attribute. */
const generous: Context = {
  ...emptyContext,
  findUser: (name, id) => ({ id: id ?? 7, fullName: name, isActive: true }),
  findGroup: (name) => ({ id: 8, displayName: name, deactivated: false }),
  findChannel: (name) => ({ id: 9, name }),
  findTopic: () => 10,
  findEmoji: (name) => (name === "own" ? '/emoji/"><script>.png' : null),
  findUpload: (path) => ({
    contentType: 'image/png"><script>',
    image:
      path.length % 2 === 0 ? null : { width: 1, height: 2, thumbnails: "ready", isAnimated: true },
  }),
  realmUrl: "https://chat.example.com",
  linkifiers: [{ pattern: "#(?P<id>[^ ]{1,9})", url_template: "{+id}" }],
  previews: true,
  emoticons: true,
};

const common = ["class", "style", "title"];
/** Every tag that clients may meet, with its attributes. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  a: ["data-id", "data-stream-id", "href"],
  audio: ["controls", "preload", "src"],
  div: ["aria-hidden", "data-code-language"],
  img: ["alt", "data-original-content-type", "data-original-dimensions", "src"],
  ol: ["start"],
  span: ["aria-hidden", "aria-label", "data-user-group-id", "data-user-id", "role"],
  time: ["datetime"],
  video: ["preload", "src"],
};
const plainTags = new Set(
  "blockquote br code del em h1 h2 h3 h4 h5 h6 hr li p pre strong table tbody td th thead tr ul".split(
    " ",
  ),
);
/** Formulas, which the library writes that made them. */
const ofFormulas = new Set(
  "annotation line math menclose mfrac mi mn mo mover mpadded mphantom mroot mrow mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover path semantics svg".split(
    " ",
  ),
);
const target =
  /^(?:https?:|ftp:|file:|mailto:|tel:|sms:|xmpp:|irc:|ircs:|sip:|im:|geo:|urn:|ssh:|news:|nntp:|mms:|smsto:|webcal:|wtai:|magnet:|matrix:|bitcoin:|openpgp4fpr:|\/|#|user_uploads\/)/i;

function* elements(node: Node): Generator<Element> {
  if ("tagName" in node) yield node;
  if ("childNodes" in node) for (const child of node.childNodes) yield* elements(child);
}

/** Returns the first element or attribute that rendered text must not have, or null. */
function offence(html: string): string | null {
  for (const { tagName, attrs, namespaceURI } of elements(parseFragment(html))) {
    const isFormula = !namespaceURI.endsWith("xhtml") || ofFormulas.has(tagName);
    if (isFormula && !ofFormulas.has(tagName)) return tagName;
    if (!isFormula && !plainTags.has(tagName) && !Object.hasOwn(allowed, tagName)) return tagName;
    for (const { name, value } of attrs) {
      const known = common.includes(name) || allowed[tagName]?.includes(name) === true;
      if (!known && !isFormula) return `${tagName} ${name}`;
      if (/^on/i.test(name)) return name;
      if ((name === "href" || name === "src") && !target.test(value)) return `${name} ${value}`;
      if (name === "style" && /url|expression|[@\\]/i.test(value)) return `style ${value}`;
    }
  }
  return null;
}

const pieces = fc.constantFrom(
  ...'* ** *** ~~ ` `` ``` ~~~ > - + 1. # | --- [ ] ( ) ![ < > " \' & @** @_** ** @* #** | \\ : // javascript: data: https:// a@b.c quote spoiler math $$ \\frac \\href{javascript:x}{y} \\htmlClass{x}{y} \\sqrt { } ^ _ py html :own: :smile: :) 👍 <time: x.png user_uploads/ .mp3) #x #"> ```math ```html ```spoiler'.split(
    " ",
  ),
  ..."\n|\n\n|    |  |\t|<script>|<img src=x onerror=y>|onerror=|\u0000|\u0001|\u202e|\ud800|&colon;|&#58;|all|[x](|example.com|https://youtu.be/x|https://chat.example.com/".split(
    "|",
  ),
);

const anything = fc
  .array(fc.oneof({ weight: 4, arbitrary: pieces }, fc.string({ maxLength: 8 })), { maxLength: 50 })
  .map((parts) => parts.join(""));

describe("any input (docs/behaviour/markdown.md#principles)", () => {
  test("any input becomes HTML of known tags, attributes and targets only", ({ expect }) => {
    fc.assert(
      fc.property(anything, (content) => {
        expect(offence(renderedHere(content, generous).html)).toBeNull();
      }),
      { numRuns: 3000 },
    );
  });

  test("any input becomes HTML whose tags are closed", ({ expect }) => {
    const again = (html: string) => serialize(parseFragment(html));
    const rest = "<i>end</i>";
    fc.assert(
      fc.property(anything, (content) => {
        const { html } = renderedHere(content, { ...generous, previews: false });
        expect(again(`${html}${rest}`)).toBe(`${again(html)}${rest}`);
      }),
      { numRuns: 1000 },
    );
  });
});

/** Pieces that are hard when they come many times. */
const hostile = [
  ..."* **a_ ` `_`_ [a]( >_ ~~ @** @**_ #** ![ < [ *` |a 1._ (( a.co_ *a_**b_@**c_ http://x(, a, a.b, http://a/, -_ $$a$$_ $$\\frac{ <time: :a: a@ a@b. #1_ (: <3_ http:// [](x) ![a](b.mp3)".split(
    " ",
  ),
  "```quote\n",
  "```spoiler a\n",
  "```py\n",
  "a|b\n-|-\n",
  "   - a\n",
];

describe("the longest text of the hardest kind", () => {
  test.for(hostile)(
    "the longest text of the hardest kind is rendered or refused within its limit: %j",
    (piece, { expect }) => {
      const part = piece.replaceAll("_", " ");
      const content = part.repeat(Math.floor(10_000 / part.length));
      const before = process.threadCpuUsage();
      let html = "";
      try {
        ({ html } = renderedHere(content, generous));
      } catch (error) {
        expect(error).toMatchObject({ code: "BAD_REQUEST", message: "Unable to render message" });
      }
      const { user, system } = process.threadCpuUsage(before);
      // Microseconds of work: twice the limit of one attempt, and what it takes to notice.
      expect(user + system).toBeLessThan(2_500_000);
      expect(html.length).toBeLessThanOrEqual(200_000);
    },
  );
});
