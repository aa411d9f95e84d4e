import { newestAnchor, parseAnchor } from "../../policies/anchor.ts";
import { amongThese, findIds, type SearchSources } from "../../queries/messages/find-messages.ts";
import { type PageForm, readPage } from "../../queries/messages/message-page.ts";
import type { PagedMessage } from "../../queries/messages/page-texts.ts";
import type { Stretch } from "../../queries/messages/search-conditions.ts";
import type { NarrowSearch } from "./search-for.ts";

/** Position of a page among all messages that match. */
interface PageFacts {
  readonly anchor?: number;
  readonly found_newest: boolean;
  readonly found_oldest: boolean;
  readonly found_anchor: boolean;
}

/** Messages with what is known of their place. */
export interface FetchedPage extends PageFacts {
  /** Ascending by id. */
  readonly page: readonly PagedMessage[];
}

interface Range {
  readonly anchor: string | undefined;
  readonly use_first_unread_anchor: boolean;
  readonly include_anchor: boolean;
  readonly num_before: number;
  readonly num_after: number;
}

/** Position of a page, and its messages before they are read. */
interface PageRange extends PageFacts {
  readonly anchor: number;
  /** In no particular order. */
  readonly ids: readonly number[];
}

/** Fetches a range around an anchor (docs/behaviour/narrows.md#anchors). @throws BAD_REQUEST */
export async function fetchRange(
  sources: SearchSources,
  searches: NarrowSearch,
  { range, form }: { readonly range: Range; readonly form: PageForm },
): Promise<FetchedPage> {
  const anchor = await anchorOf(sources, searches, range);
  const stretches = stretchesOf(anchor, range);
  const page = await readPage(sources, searches.search, { stretches, form });
  const ids = page.map(({ id }) => id);
  return { ...factsOf(anchor, range, ids), page };
}

/** Finds the ids of such a range. @throws BAD_REQUEST */
export async function findRange(
  sources: SearchSources,
  searches: NarrowSearch,
  range: Range,
): Promise<PageRange> {
  const anchor = await anchorOf(sources, searches, range);
  const ids = await findIds(sources, searches.search, stretchesOf(anchor, range));
  return { ...factsOf(anchor, range, ids), ids };
}

/** Fetches those of the messages that match. */
export async function fetchByIds(
  sources: SearchSources,
  searches: NarrowSearch,
  { ids, form }: { readonly ids: readonly number[]; readonly form: PageForm },
): Promise<FetchedPage> {
  const { search, stretches } = amongThese(searches.search, ids);
  const page = await readPage(sources, search, { stretches, form });
  return { found_newest: false, found_oldest: false, found_anchor: false, page };
}

async function anchorOf(
  sources: SearchSources,
  searches: NarrowSearch,
  range: Range,
): Promise<number> {
  const given = parseAnchor(range.anchor, range.use_first_unread_anchor);
  return given === "first_unread" ? firstUnread(sources, searches) : given;
}

function factsOf(anchor: number, range: Range, ids: readonly number[]) {
  const count = (isThere: (id: number) => boolean) => ids.filter(isThere).length;
  return {
    anchor,
    found_oldest: anchor === 0 || count((id) => id < anchor) < range.num_before,
    found_newest: anchor === newestAnchor || count((id) => id > anchor) < range.num_after,
    found_anchor: ids.includes(anchor),
  };
}

function stretchesOf(anchor: number, range: Range): Stretch[] {
  const stretches: Stretch[] = [];
  if (anchor > 0 && range.num_before > 0)
    stretches.push({ direction: "before", anchor, limit: range.num_before });
  if (anchor > 0 && anchor < newestAnchor && range.include_anchor)
    stretches.push({ direction: "at", anchor, limit: 1 });
  if (anchor < newestAnchor && range.num_after > 0)
    stretches.push({ direction: "after", anchor, limit: range.num_after });
  return stretches;
}

async function firstUnread(
  sources: SearchSources,
  { searchUnread }: NarrowSearch,
): Promise<number> {
  const nearest: Stretch = { direction: "after", anchor: 0, limit: 1 };
  const [first] = await findIds(sources, await searchUnread(), [nearest]);
  return first ?? newestAnchor;
}
