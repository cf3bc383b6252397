import { ENTRANTS, GENERATORS, REGIME_BENCH_V2 } from '@barograph/lab';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, run, temporaryFolder } from '../test-support.ts';

const folder = temporaryFolder();
let config = '';
beforeAll(() => {
  folder.make();
  config = folder.put('config.json', JSON.stringify({ seeds: ['1'], trainingHours: 1_000, testHours: 100 }));
});
afterAll(folder.remove);

describe('barograph regime-bench', () => {
  it('writes the same tables twice, and CPU times to standard error', async () => {
    const given = ['--config', config, '--entrants', 'barograph-nowcast', 'one-label', '--generators', 'trend-breaks'];
    const texts: string[] = [];
    for (const name of ['once', 'twice']) {
      const out = folder.path(name);
      const { code, err } = await run(['regime-bench', '--out', out, ...given]);
      expect(code).toBe(0);
      expect(err).toMatch(/trend-breaks one-label: \d+\.\d s\ntrend-breaks barograph-nowcast: \d+\.\d s/);
      texts.push(['json', 'md', 'svg'].map((type) => readFileSync(`${out}/table.${type}`, 'utf8')).join(''));
    }
    expect(texts[1]).toBe(texts[0]);
    expect(texts[0]).toContain('"version":"regime_bench/custom"');
  });

  it('writes the value of labels on hours of a file', async () => {
    const { bars } = GENERATORS[1]!.market('1', 2_400);
    const given = ['--bars', folder.put('BTC_1h.csv', csv(bars)), '--entrants', 'volatility-terciles'];
    const { code } = await run(['regime-bench', '--out', folder.path('hours'), ...given]);
    expect(code).toBe(0);
    const { rows } = JSON.parse(readFileSync(folder.path('hours', 'hours.json'), 'utf8')) as {
      rows: { name: string; error: number }[];
    };
    expect(rows.map(({ name }) => name)).toEqual([
      'buy-and-hold',
      'ewma',
      'volatility-terciles',
      'volatility-terciles',
    ]);
    expect(rows[2]!.error).toBeLessThan(rows[0]!.error);
  });

  it.each([
    ['generators of a file', ['--bars', 'BTC.csv', '--generators', 'simulator'], '--generators: expected none'],
    ['a config of a file', ['--bars', 'BTC.csv', '--config', 'config.json'], '--config: expected none'],
    ['an entrant that is not there', ['--entrants', 'oracle'], `--entrants: expected one of ${ENTRANTS[0]!.name}, `],
    ['a generator that is not there', ['--generators', 'casino'], '--generators: expected one of simulator, '],
  ])('refuses %s', async (_, flags, message) => {
    const { code, err } = await run(['regime-bench', '--out', folder.path('none'), ...flags]);
    expect(code).not.toBe(0);
    expect(err).toContain(message);
  });

  it('names the config of the lab in its help', async () => {
    const { out } = await run(['regime-bench', '--help']);
    expect(out.replaceAll(/\s+/g, ' ')).toContain(`JSON with fields of ${REGIME_BENCH_V2.version} that differ`);
  });
});
