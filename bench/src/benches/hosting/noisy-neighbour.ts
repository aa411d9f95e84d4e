import type { Bench, BenchOptions, Case, Measurement } from "../../bench.ts";
import { type Noise, noises } from "../../load/noises.ts";
import { openLoop } from "../../load/open-loop.ts";
import { openStack } from "../../stack.ts";
import { type Organization, Organizations } from "../../stack/organizations.ts";
import { quantile } from "../../statistics.ts";

/** Ordinary requests that the noisy organization may make in a second. */
const requestsPerSecond = 20;
/** Is how many times of that it asks for. */
const excess = 10;
const quietRate = 30;

/** Measures what an organization that asks for ten times its share does to the sends of another one. */
export const noisyNeighbour: Bench = {
  name: "noisy-neighbour",
  description: `p99 of the sends of one organization while another asks for ${excess} times its share.`,
  floor: "the same sends while nobody else asks for anything",
  rounds: 5,
  open: async (options, resources) => {
    const stack = await openStack(resources);
    const organizations = new Organizations(stack);
    const [quiet, noisy] = await organizations.create(2, 1);
    if (quiet === undefined || noisy === undefined) throw new Error("Two were to be created.");
    await organizations.limit(noisy, { requestsPerSecond, concurrentRequests: 8, weight: 1 });
    return noises.map((noise) => caseOf(noise, { quiet, noisy, options }));
  },
};

interface Neighbours {
  readonly quiet: Organization;
  readonly noisy: Organization;
  readonly options: BenchOptions;
}

function caseOf(noise: Noise, { noisy, options, quiet }: Neighbours): Case {
  const measure = () => sends(quiet, options.quick ? 3000 : 20_000);
  return {
    label: noise.label,
    unit: "ms",
    better: "lower",
    target: { maxRatio: 1.5 },
    prepare: () =>
      Promise.resolve({
        floor: measure,
        ours: async () => {
          const end = new AbortController();
          const made = makeNoise(noisy, noise, end.signal);
          try {
            return await measure();
          } finally {
            end.abort();
            const { done, refused } = await made;
            options.log(`  ${noise.label}: ${done} done and ${refused} refused`);
          }
        },
      }),
  };
}

async function sends(organization: Organization, durationMs: number): Promise<Measurement> {
  const send = () => organization.send();
  const { latenciesMs } = await openLoop({ ratePerSecond: quietRate, durationMs, send });
  return { value: quantile(latenciesMs, 0.99), latenciesMs };
}

/** Asks for too much until the signal ends it. */
async function makeNoise(organization: Organization, { asked, cost }: Noise, signal: AbortSignal) {
  let [done, refused] = [0, 0];
  await openLoop({
    ratePerSecond: (requestsPerSecond * excess) / cost,
    durationMs: Infinity,
    signal,
    isSleepy: true,
    send: async () => {
      if (await organization.attempt(asked)) done += 1;
      else refused += 1;
    },
  });
  return { done, refused };
}
