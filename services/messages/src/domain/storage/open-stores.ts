import { ConfigError, type Secret } from "@team-chat/config";
import type { Database } from "@team-chat/pg";

import type { FileStore, FileStorage } from "../../values/file-store.ts";
import { databaseStore } from "./database-store.ts";
import { diskStore } from "./disk-store.ts";
import { s3Store } from "./s3-store.ts";

/** The part of the configuration that says where files go. */
export interface StoreSettings {
  readonly UPLOADS_FOLDER?: string | undefined;
  readonly S3_URL?: string | undefined;
  readonly S3_REGION: string;
  readonly S3_ACCESS_KEY_ID?: string | undefined;
  readonly S3_SECRET_ACCESS_KEY?: Secret | undefined;
}

/** Stores that files are written to and read from. */
export interface FileStores {
  /** For new files. */
  readonly current: FileStore;
  /** Those that are configured. */
  readonly all: readonly FileStore[];
  /** @throws Error when the place is not configured any more */
  at(place: FileStorage): FileStore;
}

/**
 * S3 when it is configured, else the folder, else the database; files stay readable where they are.
 * @throws ConfigError
 */
export function openFileStores(config: StoreSettings, db: Database): FileStores {
  const disk = config.UPLOADS_FOLDER === undefined ? null : diskStore(config.UPLOADS_FOLDER);
  const stores = { s3: s3Of(config), disk, database: databaseStore(db) };
  return {
    current: stores.s3 ?? disk ?? stores.database,
    all: Object.values(stores).filter((store) => store !== null),
    at(place) {
      const store = stores[place];
      if (store === null) throw new Error(`Files are kept in ${place}, which is not configured.`);
      return store;
    },
  };
}

function s3Of(config: StoreSettings): FileStore | null {
  const { S3_URL: url, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = config;
  if (url === undefined && id === undefined && secret === undefined) return null;
  if (url === undefined || id === undefined || secret === undefined)
    throw new ConfigError("S3_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together.");
  const keys = { accessKeyId: id, secretAccessKey: secret.reveal() };
  return s3Store({ url, region: config.S3_REGION, ...keys });
}
