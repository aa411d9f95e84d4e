/**
 * Leads links of releases before this one, which have their key behind `#` where no server sees it, to the page that
 * works without scripts. Used with the path of that page.
 */
export function olderLinkScript(path: string): string {
  return `
const key = location.hash.slice(1);
if (/^[A-Za-z0-9]+$/.test(key)) location.replace("${path}/" + key);
`;
}
