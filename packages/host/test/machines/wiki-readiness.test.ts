/** Searches of a host whose index is loaded, old, broken or absent: each answer equals the model's. */

import type { WikiIndex } from '@barograph/catalogue/wiki';
import { WIKI } from '@barograph/contract';
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { expectModel, type Real } from '../../../../test/machines/machine.ts';
import { loadWiki, wikiIndexFile } from '../../../runtime/src/producers/wiki/load.ts';
import { asker } from '../ask.ts';
import { smallMarket } from '../test-support.ts';
import { INDEXES, OF_STRATEGIES, OTHERS, WIKI_MODEL, type Index, type WikiCommand } from './wiki-readiness.ts';

const MARKET = smallMarket();
const CURRENT = JSON.parse(readFileSync(wikiIndexFile(), 'utf8')) as WikiIndex;
const TEXTS: Readonly<Record<Exclude<Index, 'absent'>, string>> = {
  current: JSON.stringify(CURRENT),
  old: JSON.stringify({ ...CURRENT, hasStrategyLabels: false }),
  broken: '{',
};
/** A value that each filter takes. */
const VALUES: Readonly<Record<string, string>> = {
  backtest_status: 'untested',
  horizon: 'swing',
  complexity: 'beginner',
  crowding_risk: 'low',
};

async function open(): Promise<Real<WikiCommand>> {
  const start = (index: Index) => {
    let end = (): void => undefined;
    const isRead = new Promise<void>((resolve) => (end = resolve));
    const read = async (): Promise<string> => {
      await isRead;
      if (index === 'absent') throw new Error('no such file');
      return TEXTS[index];
    };
    return { ...loadWiki(read, () => undefined), end };
  };
  let wiki = start('current');
  const ports = new Map([[WIKI.name, { state: () => wiki.state() }]]);
  const ask = asker({ source: MARKET, latest: () => undefined, ports });
  return {
    do: async (command) => {
      switch (command.kind) {
        case 'restart':
          wiki = start(command.index);
          return undefined;
        case 'read':
          wiki.end();
          await wiki.done;
          return undefined;
        case 'search': {
          const { filter } = command;
          const query = filter === null ? {} : { [filter]: VALUES[filter] ?? 'any' };
          const found = await ask.outcome('wiki.search', { query, tier: 'free' });
          if (found.ok) return { code: 200 };
          const { body, headers } = found.error;
          return { code: 'error' in body.detail ? body.detail.error : 422, isRetried: 'retry-after' in headers };
        }
      }
    },
  };
}

const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const filter = fc.option(fc.constantFrom(...OF_STRATEGIES, ...OTHERS), { nil: null });

describe('the index of the wiki', () => {
  it('model: read, old, broken, absent and asked for in any order [#153]', async () => {
    await expectModel<(typeof WIKI_MODEL)['start'], WikiCommand>({
      model: WIKI_MODEL,
      most: 12,
      open,
      commands: [
        fc.record({ kind: kind('search'), filter }),
        fc.record({ kind: kind('search'), filter }),
        fc.record({ kind: kind('read') }),
        fc.record({ kind: kind('restart'), index: fc.constantFrom(...INDEXES) }),
      ],
    });
  });
});
