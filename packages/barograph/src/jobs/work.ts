/** Registry of the work that threads can run. */

import type { Work, WorkName } from './names.ts';

/** Work with unknown types. */
type AnyWork = Work<unknown, unknown, unknown>;

/** Modules by work name; a thread loads only its own. */
const WORKS: Readonly<Record<WorkName, () => Promise<unknown>>> = {
  'signum rows': async () => (await import('../commands/signum-bars.ts')).signumWork,
  'nowcast rows': async () => (await import('../commands/nowcast-hours.ts')).hoursWork,
  'nowcast blocks': async () => (await import('../commands/nowcast.ts')).blockWork,
  'technical rows': async () => daysOf((await import('../commands/technical.ts')).technicalCommand),
  'volatility rows': async () => daysOf((await import('../commands/volatility.ts')).volatilityCommand),
  'volume rows': async () => daysOf((await import('../commands/volume.ts')).volumeCommand),
  'heatmap rows': async () => daysOf((await import('../commands/heatmap.ts')).heatmapCommand),
  'meme rows': async () => daysOf((await import('../commands/meme.ts')).memeCommand),
};

/** Loads work by name. */
export async function openWork(name: WorkName, settings: unknown): Promise<ReturnType<AnyWork>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a job names a work and has the settings of that work
  return ((await WORKS[name]()) as AnyWork)(settings);
}

/** Rows of all completed days, for engines that have them. */
function daysOf<Coin, Config, Item>({
  all,
}: {
  readonly all: { readonly rows: (coin: Coin, config: Config) => Iterable<Item> };
}): Work<Config, Coin, Item> {
  return async (config) => (coin) => all.rows(coin, config);
}
