/** Configuration of the market as a whole: the origin of its data. */

import type { LayoutName } from '@barograph/files';

/** Files, a replay, the simulator or live data. */
export interface MarketConfig {
  /** Folder of the perp venue's bar files; optional. */
  readonly data: string | undefined;
  /** Folder of the spot venue's bar files; optional. */
  readonly spot: string | undefined;
  /** Folder of derivatives files; optional. */
  readonly derivatives: string | undefined;
  /** Folder of reference data: coins, categories, unlock schedules, macro series, moods; optional. */
  readonly reference: string | undefined;
  /** Start of the replay, epoch ms. When undefined, files start at the last bar, and the simulator does not replay. */
  readonly from: number | undefined;
  readonly speed: number | undefined;
  readonly seed: string;
  /** Live data of the venues instead of files or the simulator. */
  readonly live: boolean;
  /** Whether account positions and their liquidation prices are tracked. */
  readonly positioning: boolean;
  readonly repair: boolean;
  readonly skipBad: boolean;
  /** Layout of bar files without a header; undefined detects it, and every row must match. */
  readonly layout: LayoutName | undefined;
}
