/** Every work that a thread can do. */

import type { Work, WorkName } from './names.ts';

/** Work of which only its name is known. */
type AnyWork = Work<unknown, unknown, unknown>;

/** Every work and its module; a thread loads that of its own alone. */
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

/** Opens a work by its name. */
export async function openWork(name: WorkName, settings: unknown): Promise<ReturnType<AnyWork>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a job names a work and has the settings of that work
  return ((await WORKS[name]()) as AnyWork)(settings);
}

/** The rows of every completed day, by an engine that has them. */
function daysOf<Coin, Config, Item>({
  all,
}: {
  readonly all: { readonly rows: (coin: Coin, config: Config) => Iterable<Item> };
}): Work<Config, Coin, Item> {
  return async (config) => (coin) => all.rows(coin, config);
}
