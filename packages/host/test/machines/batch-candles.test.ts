/** Batch candles over a venue that answers late or never: each answer equals the model's. */

import { CANDLE_PULLS } from '@barograph/contract';
import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { expectModel, type Real } from '../../../../test/machines/machine.ts';
import { createCandleService } from '../../../runtime/src/producers/candles.ts';
import { createManualClock } from '../../../sources/src/clock.ts';
import { movedDeadlines, settled } from '../../../sources/test/deadlines.ts';
import { asker } from '../ask.ts';
import { AS_OF, slowSource, smallMarket } from '../test-support.ts';
import { candleModel, COINS, type Arrival, type CandleCommand } from './batch-candles.ts';

const MARKET = smallMarket();
const pass = movedDeadlines();

interface Reply {
  readonly series: Readonly<Record<string, readonly unknown[]>>;
  readonly pending: readonly string[];
  readonly complete: boolean;
  readonly retry_after_s: number | null;
}
const retryOf = ({ retry_after_s: seconds }: Reply): string =>
  seconds !== null && seconds >= 3 && seconds <= 30 ? '3-30' : String(seconds);

/** The operation over a venue whose requests wait until the test ends them. */
async function open(): Promise<Real<CandleCommand>> {
  const clock = createManualClock(AS_OF);
  const flying = new Map<string, ((isGood: boolean) => void)[]>();
  const source = slowSource(MARKET, async ({ symbol }) => {
    const isGood = await new Promise<boolean>((resolve) => {
      flying.set(symbol, [...(flying.get(symbol) ?? []), resolve]);
    });
    if (!isGood) throw new Error('the venue is down');
  });
  const pulls = createCandleService(source, clock, () => undefined);
  const ports = new Map([[CANDLE_PULLS.name, pulls]]);
  const ask = asker({ source, now: () => clock.now(), latest: () => undefined, ports });
  const arrive = async ({ coin, isGood }: Arrival): Promise<void> => {
    for (const end of flying.get(coin) ?? []) end(isGood);
    flying.delete(coin);
    await settled();
  };
  const asked = async ({ coins, wait, arrivals }: CandleCommand & { readonly kind: 'ask' }): Promise<unknown> => {
    const query = { coins: coins.join(','), interval: '1h', limit: 3, wait };
    const answer = ask.json<Reply>('perpdex.candles_batch', { query });
    await settled();
    let at = 0;
    for (const one of [...arrivals, undefined]) {
      const until = one === undefined ? 25_000 : one.after * 1000 + 500;
      await pass(until - at);
      at = until;
      if (one !== undefined) await arrive(one);
    }
    const reply = await answer;
    const { series, pending, complete } = reply;
    const coinsIn = Object.keys(series).filter((coin) => series[coin]!.length === 3);
    return { series: coinsIn.sort(), pending: [...pending].sort(), complete, retry: retryOf(reply), requests: source.asked.length }; // prettier-ignore
  };
  return {
    do: async (command) => {
      switch (command.kind) {
        case 'ask':
          return asked(command);
        case 'arrive':
          return arrive(command);
        case 'pass':
          return clock.moveTo(clock.now() + command.ms);
      }
    },
    close: async () => {
      for (const coin of COINS) await arrive({ coin, isGood: false });
    },
  };
}

const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const arrival = { coin: fc.constantFrom(...COINS), isGood: fc.oneof(fc.constant(true), fc.boolean()) };
const arrivals = fc
  .array(fc.record({ ...arrival, after: fc.constantFrom(0, 1, 2, 7, 8, 20) }), { maxLength: 4 })
  .map((list) => list.toSorted((a, b) => a.after - b.after));
const coins = fc.subarray([...COINS], { minLength: 1 });
const ask = fc.record({ kind: kind('ask'), coins, wait: fc.constantFrom(0, 2, 8, 24), arrivals });

describe('a coin of batch candles', () => {
  it('model: asked for, brought, late, failed and asked for again in any order', async () => {
    await expectModel<ReturnType<typeof candleModel>['start'], CandleCommand>({
      model: candleModel(AS_OF),
      open,
      most: 12,
      commands: [
        ask,
        ask,
        fc.record({ kind: kind('arrive'), ...arrival }),
        fc.record({ kind: kind('pass'), ms: fc.constantFrom(1, 30_000, 59_999, 60_000) }),
      ],
    });
  });
});
