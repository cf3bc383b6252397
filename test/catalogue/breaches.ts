/** Places where a run breaks the law of its text. */

import type { Panel, Run } from './backtester.ts';
import { LAWS } from './laws.ts';

/**
 * @returns breaches, as in `stays 2 145` for a position of coin 2 that should have been left before bar 145, and the number of
 *   positions opened.
 */
export function breaches(
  slug: string,
  panel: Panel,
  run: Run,
): { readonly broken: readonly string[]; readonly opened: number } {
  const bars = panel.time.length;
  const broken: string[] = [];
  let opened = 0;
  panel.coins.forEach((coinBars, coin) => {
    const { opens, closes, size, most = Infinity, weight = Infinity } = LAWS[slug]!(coinBars, panel, coin);
    const units = run.units[coin]!;
    const mine = run.fills.filter((fill) => fill.coin === coin);
    const filled = new Set(mine.map(({ bar }) => bar));
    let since = 0;
    for (let i = 1; i < bars; i++) {
      const [before, now] = [Math.sign(units[i - 1]!), Math.sign(units[i]!)];
      if (now !== before) since = i;
      const first = mine.find((fill) => fill.bar === i);
      if (now !== 0 && now !== before) {
        opened++;
        const value = Math.abs(units[i]!) * first!.price;
        if (opens !== undefined && first!.kind === 'market' && !opens(i - 1, now)) broken.push(`opens ${coin} ${i}`);
        // Orders are sized at the close before, and equity moves until the fill is paid.
        if (value / run.equity[i - 1]! > weight * 1.02) broken.push(`weight ${coin} ${i}`);
      }
      const weighs = (units[i]! * coinBars.close[i - 1]!) / run.equity[i - 1]!;
      const isKept = now !== 0 && now === before && !filled.has(i);
      if (isKept && closes?.(i - 1, now, since, Math.abs(weighs)) === true) broken.push(`stays ${coin} ${i}`);
      if (now !== 0 && first?.kind === 'market' && size !== undefined) {
        const [least, greatest] = size(i - 1, now);
        if (!(weighs > least - 1e-6 && weighs < greatest + 1e-6)) broken.push(`size ${coin} ${i}`);
      }
      if (now !== 0 && i - since > most) broken.push(`lasts ${coin} ${i}`);
    }
  });
  return { broken, opened };
}
