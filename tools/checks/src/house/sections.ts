const fence = /^(```|~~~)/;
const heading = /^#{1,6}\s+(?<title>.*?)\s*#*$/;

/** Lists the ids under which GitHub finds the headings of a Markdown text, each with its 1-based line. */
export function sectionsOf(markdown: string): ReadonlyMap<string, number> {
  const sections = new Map<string, number>();
  let fenced = false;
  for (const [index, line] of markdown.split("\n").entries()) {
    if (fence.test(line)) fenced = !fenced;
    const title = fenced ? undefined : heading.exec(line)?.groups?.["title"];
    if (title !== undefined) sections.set(freeId(idOf(title), sections), index + 1);
  }
  return sections;
}

function idOf(title: string): string {
  return title
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

/** GitHub counts headings of the same title. */
function freeId(id: string, taken: ReadonlyMap<string, number>): string {
  if (!taken.has(id)) return id;
  let count = 1;
  while (taken.has(`${id}-${count}`)) count += 1;
  return `${id}-${count}`;
}
