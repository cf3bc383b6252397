/** Producers of the perp venue: state and mid price of all perps, every minute. */

import {
  midRow,
  midsPublication,
  perpRow,
  perpsPublication,
  rowsOf,
  type MidsHead,
  type PerpsHead,
  type VolumeRowWire,
} from '@barograph/contract';
import { SourceError, CADENCES_V1 } from '@barograph/sources';
import { jsonText } from '@barograph/store';
import type { Producer } from '../../producer.ts';
import { publishedRows } from '../../published-rows.ts';

/** Rows with the mean notional of settled days. */
const VOLUME = rowsOf<VolumeRowWire>('volume');

/** Mean notional of the last 30 settled UTC days by perp; the volume scanner has records of perps only. */
function settledNotionals(rows: readonly VolumeRowWire[]): ReadonlyMap<string, number | null> {
  return new Map(rows.map((row) => [row.symbol, row.avg_volume_30d]));
}

/** Publishes the state of every trading perp and the number of delisted ones. */
export function perpsProducer(): Producer {
  return {
    name: 'perps',
    cadence: CADENCES_V1.everyMinute,
    makeUp: { kind: 'latest' },
    reads: ['contexts'],
    needs: [],
    publishes: [perpsPublication.name],
    isHeavy: false,
    create:
      () =>
      async ({ asOf, market, published }) => {
        const answer = await market.read('contexts', { asOf });
        if (!answer.ok) throw new SourceError(`contexts of perps: ${answer.error.reason}`);
        const { perps, provenance } = answer.value;
        const fetchedAt = provenance.asOf;
        const settled = settledNotionals(await publishedRows({ published }, VOLUME));
        const trading = perps.filter(({ isDelisted }) => !isDelisted);
        const head: PerpsHead = {
          fetchedAt,
          universeTotal: perps.length,
          delistedExcluded: perps.length - trading.length,
        };
        const records = trading.map((perp) =>
          jsonText(perpRow.encode({ perp, settledDayNotional: settled.get(perp.symbol) ?? null, fetchedAt })),
        );
        return { states: [], published: [{ name: perpsPublication.name, head: jsonText(head), records }] };
      },
  };
}

/** Publishes the mid price of every perp that has one. */
export function midsProducer(): Producer {
  return {
    name: 'perp-mids',
    cadence: CADENCES_V1.everyMinute,
    makeUp: { kind: 'latest' },
    reads: ['mids'],
    needs: [],
    publishes: [midsPublication.name],
    isHeavy: false,
    create:
      () =>
      async ({ asOf, market }) => {
        const answer = await market.read('mids', { asOf });
        if (!answer.ok) throw new SourceError(`mid prices: ${answer.error.reason}`);
        const { mids, provenance } = answer.value;
        const head: MidsHead = { fetchedAt: provenance.asOf };
        const records = mids.map((mid) => jsonText(midRow.encode(mid)));
        return { states: [], published: [{ name: midsPublication.name, head: jsonText(head), records }] };
      },
  };
}
