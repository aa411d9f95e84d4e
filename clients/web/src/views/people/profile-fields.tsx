import type { ProfileFieldObject, UserObject } from "@team-chat/contract";

import { allowedLink } from "../../html/allowed.ts";
import { dateOf } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { MessageHtml } from "../messages/message-html.tsx";
import { accountAddress, choicesOf, fieldKinds, peopleIn } from "./field-kinds.ts";

/** Shows what somebody has filled in of the organization's own profile fields. */
export function ProfileFields({ person }: { readonly person: UserObject }) {
  const { profileFields } = useAppContext().client.state.value;
  const filled = profileFields.flatMap((field) => {
    const value = person.profile_data?.[String(field.id)];
    return value === undefined || value.value === "" ? [] : [{ field, ...value }];
  });
  return (
    <>
      {filled.map((one) => (
        <div key={one.field.id}>
          <dt>{one.field.name}</dt>
          <dd>
            <Value {...one} />
          </dd>
        </div>
      ))}
    </>
  );
}

interface ValueProps {
  readonly field: ProfileFieldObject;
  readonly value: string;
  readonly rendered_value?: string | undefined;
}

function Value({ field, rendered_value: html, value }: ValueProps) {
  switch (field.type) {
    case fieldKinds.choice:
      return <>{choicesOf(field).find(([key]) => key === value)?.[1] ?? value}</>;
    case fieldKinds.date:
      return <>{dateOf(value)}</>;
    case fieldKinds.link:
      return <Link href={value} text={value} />;
    case fieldKinds.account:
      return <Link href={accountAddress(field, value)} text={value} />;
    case fieldKinds.people:
      return <People ids={peopleIn(value)} />;
    default:
      return html === undefined ? <>{value}</> : <MessageHtml html={html} />;
  }
}

function Link({ href, text }: { readonly href: string | null; readonly text: string }) {
  const allowed = href === null ? undefined : allowedLink(href, location.href);
  if (allowed === undefined) return <>{text}</>;
  return (
    <a href={allowed} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

function People({ ids }: { readonly ids: readonly number[] }) {
  const { people } = useAppContext().client.state.value;
  return (
    <span class="tags">
      {ids.map((id) => (
        <a key={id} href={`#user/${String(id)}`}>
          {people.get(id)?.full_name ?? "?"}
        </a>
      ))}
    </span>
  );
}
