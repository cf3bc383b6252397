/** Configuration of the market that belongs to no source alone: where its data come from. */

import type { LayoutName } from '@barograph/files';

/** Files, a replay, the simulator or live data. */
export interface MarketConfig {
  /** Folder of the perp venue's bar files; undefined: none. */
  readonly data: string | undefined;
  /** Folder of the spot venue's bar files; undefined: none. */
  readonly spot: string | undefined;
  /** Folder of funding and open interest beside the bar files; undefined: none. */
  readonly derivatives: string | undefined;
  /** Folder of reference data: coins, categories, unlock schedules, macro series, moods; undefined: none. */
  readonly reference: string | undefined;
  /** Start of the replay, epoch ms; undefined: the last bar of files, and no replay of the simulator. */
  readonly from: number | undefined;
  readonly speed: number | undefined;
  readonly seed: string;
  /** Live data of the venues instead of files or the simulator. */
  readonly live: boolean;
  /** Positions of accounts: who holds what, and where it is forced out. */
  readonly positioning: boolean;
  readonly repair: boolean;
  readonly skipBad: boolean;
  /** Layout of bar files without a header; undefined: every row confirms it. */
  readonly layout: LayoutName | undefined;
}
