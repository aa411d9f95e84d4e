const byExtension: Readonly<Record<string, string>> = {
  avif: "image/avif",
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  m4a: "audio/mp4",
  mov: "video/quicktime",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  ogg: "audio/ogg",
  pdf: "application/pdf",
  png: "image/png",
  txt: "text/plain; charset=utf-8",
  wav: "audio/wav",
  webm: "video/webm",
  webp: "image/webp",
  zip: "application/zip",
};

/** Returns the type of a file by its name. Nothing that browsers would run: that is sent as bytes. */
export function contentTypeOf(name: string): string {
  const extension = name.toLowerCase().split(".").at(-1) ?? "";
  return byExtension[extension] ?? "application/octet-stream";
}
