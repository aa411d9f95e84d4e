const paths = /user_uploads\/(?!thumbnail\/)([^\s()"'<>?#]+)/g;

/** Paths below `/user_uploads/` that a text may link to: what `findUpload` will be asked for. */
export function linkedUploads(content: string): readonly string[] {
  if (!content.includes("user_uploads/")) return [];
  return [...new Set([...content.matchAll(paths)].map(([, path = ""]) => path))];
}
