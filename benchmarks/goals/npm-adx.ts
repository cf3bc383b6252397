/** ADX of npm packages on the common bars. */

import { barAt, type Candles } from '@barograph/core';
import { ADX } from 'technicalindicators';
import { IndicatorsSync, tradingSignals } from '../npm-peers.ts';
import { here, type Contender } from './turns.ts';

const PERIOD = 14;

/** Contenders, each with lists in its own format. */
export function npmAdx(bars: Candles): Contender[] {
  const rows = Array.from({ length: bars.length }, (_, i) => barAt(bars, i));
  const [high, low, close] = [[...bars.high], [...bars.low], [...bars.close]];
  const ixjb = new IndicatorsSync();
  return [
    here('@ixjb94/indicators, ADX only', () => ixjb.adx(high, low, PERIOD)),
    here('technicalindicators', () => ADX.calculate({ high, low, close, period: PERIOD })),
    here('trading-signals', () => {
      const stream = new tradingSignals.ADX(PERIOD);
      let last: unknown;
      for (const row of rows) last = stream.update(row, false);
      return last;
    }),
  ];
}
