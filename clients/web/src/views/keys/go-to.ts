/** Opens an address, and moves the focus there: keys such as the space bar are not for what had it before. */
export function goTo(address: string): void {
  location.hash = address;
  // A dialog that closes gives the focus back first.
  requestAnimationFrame(() => document.querySelector<HTMLElement>("#main")?.focus());
}
