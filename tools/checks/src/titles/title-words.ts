/** Words with which no sentence begins that stands alone: they lean on something that was said before. */
const leaning = words(`
  of with without for in on at by from to into onto over under below above beyond behind between among through during
  against about around until till since like unlike besides within near
  and or but nor so also too then again even not yet never always still
  that which who whom whose when whenever where whether while if once before after because as though although unless than
  how why it its they them their he she his her this these those
`);

/** Verbs that tests use, in the form of the plural. */
const verbs = words(`
  accept acknowledge act add admit agree allow announce answer appear apply archive arrive ask become begin belong break
  bring build buffer call carry cast cause cease change charge check claim clear close come compare comply connect contain continue
  contradict convert copy cost count create cross cut deactivate decide declare decode delay delete deliver demand deny
  depend derive describe die differ disappear divide do drain drop echo edit empty encode encrypt end enter escape exceed
  exchange exclude exist expire explain export fail fall fetch fill filter find finish fit fix flag follow forget form free
  gain get give go grant group grow hand happen have hear help hide hit hold ignore include insist install interpolate intersect invite
  join jump keep kill know lack lead learn leave let lie lift limit link list listen live load lock log look lose make mark
  match matter mean meet mention merge miss move mute name need notice obey offer omit open order outlive outrank overwrite
  owe own parse pass pause permit pick play point post precede prefer present preserve print produce protect prove publish
  put question queue quote raise reach read reappear rebuild receive recognise recognize record recover redact redirect
  refer refuse register reject release remain remember remind remove rename render reopen repair repeat replace reply
  report require resolve respond restart restore restrict retire return revoke rise round run save say search see select
  send separate serve set settle share shorten show shrink shut sign skip sort spare speak split stand start state stay
  step stop store stream stretch strip subscribe succeed suffice suit surface survive swallow swap switch take tell test throw
  tie touch translate travel treat trust try turn type understand undo unite unmute unsubscribe update upload use vanish
  vary visit vote wait wake warn win withdraw work write yield
`);

/** Nouns with which titles begin and that are forms of verbs as well. */
const nouns = words(`
  answers attempts calls changes claims deletes edits exchanges exports flags forms groups joins links lists locks marks mentions
  moves names notices queues quotes reads reports requests search sends shows tests turns uploads uses votes waits writes
`);

const auxiliaries = words(`
  is are was were has had does did may might must can cannot could will would should isn't aren't doesn't
  don't won't can't
`);

const singular = new Set([...verbs].map((verb) => singularOf(verb)));

/** Does a sentence that begins with this word lean on another one? */
export function isLeaning(word: string): boolean {
  return leaning.has(word.toLowerCase());
}

/** Is this a form of a verb that can be the predicate of a sentence? Some are nouns as well. */
export function isPredicate(word: string): boolean {
  return auxiliaries.has(word) || singular.has(word) || verbs.has(word);
}

/** Does a sentence begin with its predicate, so that it has no subject? */
export function beginsWithPredicate(first: string, second: string): boolean {
  if (!isPredicate(first)) return false;
  return !(nouns.has(first) && (isPredicate(second) || isLeaning(second)));
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

function singularOf(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:[sxzo]|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`;
}
