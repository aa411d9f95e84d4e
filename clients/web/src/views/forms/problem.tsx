/** Says why something was not done; nothing when it was. */
export function Problem({ text }: { readonly text: string }) {
  if (text === "") return null;
  return (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}
