import { getFile, uploadFile } from "@team-chat/contract";

import type { Realm } from "../realm.ts";
import type { World } from "../world.ts";

interface File {
  readonly name: string;
  readonly text: string | Uint8Array<ArrayBuffer>;
}

/** Steps of users with files. */
export class Files {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Posts a form with these files, under names that differ from client to client. */
  async post(
    realm: Realm,
    userId: number,
    files: readonly File[],
  ): Promise<Readonly<Record<string, string>>> {
    const body = new FormData();
    for (const [index, { name, text }] of files.entries())
      body.set(`any name ${index}`, new Blob([text]), name);
    const response = await this.#world.fetch(uploadFile, realm.identity(userId), { body });
    return (await response.json()) as Record<string, string>;
  }

  /** The address of a new file that says `the bytes`. */
  upload(realm: Realm, userId: number, name = "a.txt"): Promise<string> {
    return this.keep(realm, userId, { name, text: "the bytes" });
  }

  /** The address of a new file. */
  async keep(realm: Realm, userId: number, file: File): Promise<string> {
    const answer = await this.post(realm, userId, [file]);
    return answer["url"] ?? "";
  }

  read(
    ...[realm, userId, url, range]: [Realm, userId: number, url: string, range?: string]
  ): Promise<Response> {
    const path = url.replace("/user_uploads/", "/files/");
    const init = range === undefined ? {} : { range };
    return this.#world.fetch({ ...getFile, path }, realm.identity(userId), init);
  }
}

/** An address as the parameters of operations. */
export function partsOf(url: string): { realm_id_str: number; filename: string } {
  const [realmId = "", ...rest] = url.replace("/user_uploads/", "").split("/");
  return { realm_id_str: Number(realmId), filename: rest.join("/") };
}
