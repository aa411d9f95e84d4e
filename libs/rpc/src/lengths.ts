/** Longer answers come in pieces of this length, so that they do not hold up others for long. */
export const pieceBytes = 64 * 1024;
/** Pieces that may come before the caller has asked for more; shorter answers come whole. */
export const windowPieces = 4;
/** Requests with longer bodies go over HTTP instead. */
export const maxRequestBytes = 64 * 1024;
/** A caller that takes nothing of an answer for so long does not get the rest. */
export const stalledMs = 120_000;
/** Longest wait of a caller for the head of an answer, and for what follows within it, in milliseconds. */
export const maxAnswerWaitMs = 30_000;
