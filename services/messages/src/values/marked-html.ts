import { foldText, spacedText } from "./folded-text.ts";

/** Characters around words that the database found in a folded text. */
export const wordMarks = { start: "\u0001", stop: "\u0002" } as const;

const spanStart = '<span class="highlight">';
const spanStop = "</span>";

/** Part of a text that is folded by itself: a character with what belongs to it. */
interface Piece {
  readonly raw: string;
  readonly folded: string;
  readonly isTag: boolean;
}

/**
 * Marks words and runs of characters in HTML, never anything within a tag, and changes nothing else. `folded` is the
 * HTML as the database folded it, with spaces for characters that belong to no word, and its words between marks.
 */
export function markHtml(html: string, folded: string, runs: readonly string[]): string {
  const pieces = piecesOf(html);
  const marked = markedWords(pieces, folded);
  for (const at of findRuns(pieces, runs)) marked.add(at);
  let result = "";
  let isOpen = false;
  for (const [at, { raw, isTag }] of pieces.entries()) {
    const isMarked = marked.has(at) && !isTag;
    if (isMarked !== isOpen) result += isMarked ? spanStart : spanStop;
    isOpen = isMarked;
    result += raw;
  }
  return isOpen ? result + spanStop : result;
}

const clusters = /<[^>]*>|[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?|.[\p{M}\uff9e\uff9f]*/gsu;

function piecesOf(html: string): readonly Piece[] {
  return (html.match(clusters) ?? []).map((raw) => ({
    raw,
    folded: foldText(raw),
    isTag: raw.length > 1 && raw.startsWith("<") && raw.endsWith(">"),
  }));
}

/** Finds the pieces between marks; none when the database folds the text in another way. */
function markedWords(pieces: readonly Piece[], marked: string): Set<number> {
  const found = new Set<number>();
  let isOpen = false;
  let at = 0;
  for (const [index, { folded }] of pieces.entries()) {
    for (const unit of spacedText(folded)) {
      for (; marked[at] === wordMarks.start || marked[at] === wordMarks.stop; at += 1)
        isOpen = marked[at] === wordMarks.start;
      if (!marked.startsWith(unit, at)) return new Set();
      at += unit.length;
      if (isOpen) found.add(index);
    }
  }
  return found;
}

const withinLine = /^<\/?(?:a|b|code|del|em|i|s|span|strong|sub|sup|u)[ >]/u;

/** Finds the pieces of each place that has one of the runs; tags within a line part nothing. */
function findRuns(pieces: readonly Piece[], runs: readonly string[]): readonly number[] {
  if (runs.length === 0) return [];
  let text = "";
  const pieceOf: number[] = [];
  for (const [index, { folded, isTag, raw }] of pieces.entries()) {
    if (isTag && withinLine.test(raw)) continue;
    const shown = isTag ? " " : folded;
    text += shown;
    for (let unit = 0; unit < shown.length; unit += 1) pieceOf.push(index);
  }
  const found: number[] = [];
  for (const run of runs)
    for (let at = text.indexOf(run); at >= 0; at = text.indexOf(run, at + 1))
      found.push(...pieceOf.slice(at, at + run.length));
  return found;
}
