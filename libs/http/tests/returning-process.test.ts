import { createServiceClient } from "@team-chat/rpc";
import { onTestFinished, test, vi } from "vitest";

import { alice, getThing, signer } from "./fixture.ts";
import { use } from "./gateway.ts";
import { startRpcService, text } from "./rpc-service.ts";

test("a pool asks an only process that is back over the link, however often it has asked for it in vain", async ({
  expect,
}) => {
  // Nothing but a request has it look for the process, and it waits for the link as long as that takes.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const service = use(await startRpcService());
  const pool = createServiceClient(service.origin, { name: "messages", signer });
  use({ [Symbol.asyncDispose]: () => pool.close() });
  const ask = () => pool.request(getThing, alice, { thing_id: 5 }, { realmId: 3 });
  const askOver = async ({ arrived }: typeof service) => {
    const asked = ask();
    void arrived.take().then(({ answer }) => answer(text('{"thing_id":5}')));
    return asked;
  };
  expect(await askOver(service)).toEqual({ thing_id: 5 });
  service.rpc.close();
  await service.close();
  const refused = { code: "SERVICE_UNAVAILABLE" };
  for (let time = 0; time < 3; time += 1) await expect(ask()).rejects.toMatchObject(refused);
  const again = use(await startRpcService({ port: service.port }));
  expect(await askOver(again)).toEqual({ thing_id: 5 });
  expect([service.overHttp, again.overHttp]).toEqual([0, 0]);
});
