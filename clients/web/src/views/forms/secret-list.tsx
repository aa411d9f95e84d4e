import type { ComponentChildren } from "preact";

import { Loading } from "../shell/loading.tsx";
import { Problem } from "./problem.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import type { Secrets } from "./use-secrets.ts";

interface SecretListProps<T> {
  readonly of: Secrets<T>;
  /** Says what a secret that was just made is, and that it is not shown again. */
  readonly made: string;
  /** Says that there are none; nothing says so when left out. */
  readonly none?: string;
  /** Shows an entry, as an item of a list. */
  readonly children: (entry: T) => ComponentChildren;
}

/** Shows what has secrets, the secret that was just made, and why the last change failed. */
export function SecretList<T>({ children, made, none, of }: SecretListProps<T>) {
  return (
    <>
      <Problem text={of.problem.value} />
      {of.made.value !== "" && <ShownSecret secret={of.made.value} label={made} />}
      <Loading of={of.listed}>
        {(entries) => (
          <>
            {none !== undefined && entries.length === 0 && <p class="soft hint">{none}</p>}
            <ul class="entries">{entries.map((entry) => children(entry))}</ul>
          </>
        )}
      </Loading>
    </>
  );
}
