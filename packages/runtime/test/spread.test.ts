/** Shares of a run: homes, states that are handed out, steps that are done again. */

import { describe, expect, it } from 'vitest';
import type { Listing } from '../../sources/src/market/listing.ts';
import { createHomes } from '../src/producers/quant/homes.ts';
import type { ProducerInput, Partition, StateText } from '../src/producer.ts';
import { askPartitions, createHandedStates, PartitionLost, withPartitions } from '../src/spread.ts';
import { QUIET } from '../../store/test/test-support.ts';

const KEY = { name: 'quant', version: '1' };
const state = (scope: string): StateText => ({ ...KEY, scope, asOf: 1, json: `"${scope}"` });
const listing = (symbol: string, formerly?: string): Listing => ({
  symbol,
  venue: 'perpdex_perp',
  ...(formerly === undefined ? {} : { formerly }),
});

function inputOf(load: ProducerInput['load']): ProducerInput {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- partitions under test read nothing else
  return { asOf: 0, slot: 0, load, log: QUIET } as unknown as ProducerInput;
}

/** A partition that answers with what it has been handed, and loses it on demand. */
function remembering(scopes: readonly string[]): { readonly partition: Partition; lose(): void } {
  let held: string[] | undefined;
  let isLost = false;
  return {
    partition: async (step, { load }) => {
      if (isLost) {
        isLost = false;
        throw new PartitionLost('worker thread lost');
      }
      held ??= (await load(KEY, scopes)).map(({ json }) => json);
      held.push(String(step));
      return { value: [...held] };
    },
    lose: () => {
      held = undefined;
      isLost = true;
    },
  };
}

describe('homes of coins', () => {
  it('are kept, balanced, and shared by a renamed coin and what takes its former name', () => {
    const homes = createHomes(3);
    const symbols = (listings: readonly Listing[]) =>
      homes.among(listings).map((part) => part.map((one) => one.symbol));
    expect(symbols(['A', 'B', 'C', 'D'].map((one) => listing(one)))).toEqual([['A', 'D'], ['B'], ['C']]);
    expect(symbols([listing('E'), listing('D'), listing('B2', 'B'), listing('B'), listing('C')])).toEqual([
      ['E', 'D'].toSorted().toReversed(),
      ['B2', 'B'],
      ['C'],
    ]);
    expect(symbols([listing('Z', 'Y'), listing('Y'), listing('X')])).toEqual([['Z', 'Y'], ['X'], []]);
  });
});

describe('stored states', () => {
  it('are handed out once, and again when the partition that held them is lost', async () => {
    let reads = 0;
    const input = inputOf(async () => {
      reads++;
      return ['A', 'B', 'C'].map(state);
    });
    const handed = createHandedStates();
    const [first, second] = [0, 1].map((partition) => handed.loadFor(partition, input.load));
    expect(await first!(KEY, ['A', 'missing'])).toEqual([state('A')]);
    expect(await second!(KEY, ['B'])).toEqual([state('B')]);
    expect(await first!(KEY, ['A', 'B'])).toEqual([]);
    expect(reads).toBe(1);
    handed.lost(1);
    expect(await first!(KEY, ['A'])).toEqual([]);
    expect(await second!(KEY, ['B', 'C'])).toEqual(['B', 'C'].map(state));
    expect(reads).toBe(2);
  });
});

describe('steps of a run', () => {
  it('are done again by a partition that was lost, once, and the others keep theirs', async () => {
    const input = inputOf(async () => ['A', 'B'].map(state));
    const [one, other] = [remembering(['A']), remembering(['B'])];
    const ask = askPartitions([one.partition, other.partition], createHandedStates(), input);
    await withPartitions(2, async (partition) => ask(partition, 'first'));
    other.lose();
    const answers = await withPartitions(2, async (partition) => ask(partition, 'second'));
    expect(answers.map(({ value }) => value)).toEqual([
      ['"A"', 'first', 'second'],
      ['"B"', 'first', 'second'],
    ]);
    other.lose();
    await expect(ask(1, 'third')).rejects.toThrow(PartitionLost);
  });

  it('fail with the error of the first partition, once all have come to an end', async () => {
    const ended: number[] = [];
    const act = async (partition: number): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 10 * (3 - partition)));
      ended.push(partition);
      if (partition > 0) throw new Error(`partition ${partition}`);
    };
    await expect(withPartitions(3, act)).rejects.toThrow('partition 1');
    expect(ended).toEqual([2, 1, 0]);
  });
});
