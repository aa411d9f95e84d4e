/**
 * Characters of scripts that put no spaces between words, or that people search within words of, and signs between
 * words, as in migrations/0030-words-of-every-script.sql, which reads messages in the same way.
 */
const unspaced = String.raw`\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0edf\u1000-\u1049\u1050-\u109f\u1100-\u11ff\u1780-\u17d3\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3041-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7fb\uf900-\ufaff\u{20000}-\u{323af}`;
const between = String.raw`\u0080-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u0964\u0965\u2000-\u2bff\u2e00-\u3004\u3008-\u3020\u3030\u30a0\u30fb\ufe10-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u{1f000}-\u{1faff}`;

const oneUnspaced = new RegExp(`[${unspaced}]`, "gu");
const unspacedRun = new RegExp(`[${unspaced}]+`, "gu");
const oneBetween = new RegExp(`[${between}]`, "gu");
const accents =
  /(?<=[A-Za-z\u00c0-\u024f\u0370-\u03ff])[\u0300-\u036f]+|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]+/gu;
const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ı: "i",
  ς: "σ",
  ё: "е",
};
const replaced = new RegExp(`[${Object.keys(letters).join("")}]`, "gu");

/** Returns a text as it is compared: signs between words are spaces, letters are small and without accents. */
export function foldText(text: string): string {
  return text
    .replaceAll(oneBetween, " ")
    .normalize("NFKD")
    .replaceAll(accents, "")
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(replaced, (letter) => letters[letter] ?? letter);
}

/** Returns a folded text with a space for each character that belongs to no word. */
export function spacedText(folded: string): string {
  return folded.replaceAll(oneUnspaced, " ");
}

/** Text that is searched for, folded. */
export interface SearchedText {
  /** Words of scripts that put spaces between them. */
  readonly words: string;
  /** Stretches of other characters, each of which a message must contain. */
  readonly runs: readonly string[];
}

/** Takes apart what is searched for (docs/behaviour/narrows.md#search). */
export function parseSearch(text: string): SearchedText {
  const folded = foldText(text);
  return { words: spacedText(folded), runs: [...new Set(folded.match(unspacedRun))] };
}
