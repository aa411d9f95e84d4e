interface TabsProps {
  readonly label: string;
  /** Name of the tab that is open. */
  readonly current: string;
  readonly tabs: readonly (readonly [name: string, label: string, address: string])[];
}

/** Leads to the parts of a page, each of which has an address. */
export function Tabs({ current, label, tabs }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(([name, text, address]) => (
        <a key={name} href={address} aria-current={name === current ? "page" : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
