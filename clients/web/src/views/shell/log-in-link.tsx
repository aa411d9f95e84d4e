import { useAppContext } from "../app-context.ts";

/** Leads people without an account to the page to log in, and from there back to what they look at. */
export function LogInLink({ text }: { readonly text: string }) {
  // Follows the address.
  void useAppContext().client.route.value;
  const back = encodeURIComponent(`/${location.hash}`);
  return (
    <a class="button" href={`/login?next=${back}`}>
      {text}
    </a>
  );
}
