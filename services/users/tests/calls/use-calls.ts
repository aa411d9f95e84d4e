import { completeCallUser, type OAuthProviderName, registerCallUser } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import { afterAll, beforeAll, beforeEach } from "vitest";

import type { Config } from "../../src/index.ts";
import type { Name } from "../people.ts";
import { World } from "../world.ts";
import { CallProviders } from "./call-providers.ts";

/** Providers of calls, a service that knows them, and one beside it that knows none. */
export interface CallsStage {
  readonly world: World;
  readonly providers: CallProviders;
  readonly unconfigured: ServiceClient;
}

/** A stage for all tests of a file; before each the providers are well. */
export function useCalls(change: Partial<Config> = {}): () => CallsStage {
  let stage: CallsStage | undefined;
  beforeAll(async () => {
    const providers = await CallProviders.start();
    const world = await World.create({ ...providers.config, ...change });
    const none = Object.keys({ ...providers.config, ...change }).filter(
      (name) => !/_(?:API|OAUTH)_URL$/.test(name),
    );
    const without = Object.fromEntries(none.map((name) => [name, undefined]));
    stage = { world, providers, unconfigured: await world.addProcess(without) };
  });
  beforeEach(() => {
    if (stage) Object.assign(stage.providers, { trouble: null, expiresIn: 3600 });
  });
  afterAll(async () => {
    await stage?.world[Symbol.asyncDispose]();
    await stage?.providers[Symbol.asyncDispose]();
  });
  return () => {
    if (stage === undefined) throw new Error("The stage exists only while tests run.");
    return stage;
  };
}

/** Agrees at the provider in the user's browser, and returns what it comes back with. */
export async function agreeing({ world }: CallsStage, as: Name, provider: OAuthProviderName) {
  const { url, verifier } = await world.request(as, registerCallUser, { provider });
  const response = await fetch(url, { redirect: "manual" });
  const { searchParams } = new URL(response.headers.get("location") ?? "");
  const code = searchParams.get("code") ?? "";
  const state = searchParams.get("state") ?? "";
  return { provider, code, state, verifier };
}

/** Has somebody let calls be made in the own name. */
export async function agree(stage: CallsStage, as: Name, provider: OAuthProviderName) {
  const given = await agreeing(stage, as, provider);
  await stage.world.request(stage.world.anonymous(), completeCallUser, given);
}
