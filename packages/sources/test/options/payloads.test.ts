import { DAY_MS } from '@barograph/core';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  optionOfName,
  parseIndex,
  parseSummary,
  indexPayload,
  refusalOf,
  summaryPayload,
} from '../../src/options/payloads.ts';
import { shape } from '../../src/upstream/shape.ts';
import { mutate, seeded } from '../perpdex/mutants.ts';

const FOLDER = '../shared/data/api/deribit';
const without = existsSync(FOLDER) ? undefined : `no ${FOLDER}`;
const MUTANTS = process.env['BAROGRAPH_FULL'] === '1' ? 10_000 : 600;
const recorded = (file: string): unknown => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as unknown;
const SUMMARY = 'get_book_summary_by_currency_BTC_option__2026-09-08.json';
const INDEX = 'get_volatility_index_data_BTC_12h__2026-09.json';

const written = {
  jsonrpc: '2.0',
  result: [
    { instrument_name: 'BTC-25SEP26-79000-C', mark_iv: 38.17, underlying_price: 78_610.75, bid_price: null },
    { instrument_name: 'BTC-25SEP26-79000-P', mark_iv: 38.17, underlying_price: 78_610.75, last: 0.02 },
    { instrument_name: 'BTC-25DEC26-80000-C', mark_iv: 0, underlying_price: 79_000 },
    { instrument_name: 'BTC-PERPETUAL', mark_iv: 40, underlying_price: 79_000 },
  ],
};

function shaped<T>(schema: Parameters<typeof shape>[0], body: unknown): T | undefined {
  const made = shape(schema, structuredClone(body), () => undefined);
  return made.ok ? (made.value as T) : undefined;
}
const summary = (body: unknown) => {
  const value = shaped<Parameters<typeof parseSummary>[0]>(summaryPayload, body);
  return value === undefined ? undefined : parseSummary(value);
};
const index = (body: unknown) => {
  const value = shaped<Parameters<typeof parseIndex>[0]>(indexPayload, body);
  return value === undefined ? undefined : parseIndex(value);
};

describe('names of options', () => {
  it('say expiry, at 08:00 UTC, and strike', () => {
    expect(optionOfName('BTC-25SEP26-79000-C')).toEqual({ expiry: Date.UTC(2026, 8, 25, 8), strike: 79_000 });
    expect(optionOfName('ETH-9SEP26-1850-P')).toEqual({ expiry: Date.UTC(2026, 8, 9, 8), strike: 1850 });
    expect(optionOfName('XRP_USDC-9SEP26-0d625-P')).toBeUndefined();
    expect(optionOfName('XRP-9SEP26-0d625-P')).toEqual({ expiry: Date.UTC(2026, 8, 9, 8), strike: 0.625 });
  });

  it('are none with a day that the month does not have, another month, no strike or no kind', () => {
    for (const name of [
      'BTC-31SEP26-1-C',
      'BTC-1FOO26-1-C',
      'BTC-1SEP26-0-C',
      'BTC-1SEP26-1',
      'BTC-PERPETUAL',
      '',
      7,
    ]) {
      expect(optionOfName(name)).toBeUndefined();
    }
  });
});

describe('the summary', () => {
  it('leaves out what has no volatility or is no option, and says so', () => {
    const { rows, fault } = summary(written)!;
    expect(rows.map(({ strike }) => strike)).toEqual([79_000, 79_000]);
    expect(fault).toBe(
      'BTC-25DEC26-80000-C.mark_iv expected a number above 0 and up to 1000, got 0; instrument_name expected a coin, a date, a strike and C or P, got "BTC-PERPETUAL"',
    );
  });

  it('has the text of an error that came with 200', () => {
    expect(refusalOf({ error: { code: 10_028, message: 'too_many_requests' } })).toBe('too_many_requests');
    expect(refusalOf({ error: 1 })).toBe('an error without a message');
    expect(refusalOf(written)).toBeUndefined();
  });

  it('of any changed body either is refused or holds nothing that cannot be', () => {
    const random = seeded('summary');
    for (let i = 0; i < MUTANTS; i++) {
      const { body, path } = mutate(written, random);
      for (const quote of summary(body)?.rows ?? []) {
        const { expiry, strike, forward, impliedVolatility } = quote;
        expect(expiry % DAY_MS, path).toBe(8 * 3_600_000);
        expect(Math.min(strike, forward, impliedVolatility!), path).toBeGreaterThan(0);
        expect(Math.max(strike, forward, impliedVolatility!), path).toBeLessThan(Infinity);
      }
    }
  });
});

describe('the index', () => {
  it('is in order of time, each row once, the later of two', () => {
    const data = [[2, 1, 1, 1, 50], [1, 1, 1, 1, 40], [2, 1, 1, 1, 51], [3, 1, 1, 1], [4, 1, 1, 1, '60']]; // prettier-ignore
    const { rows, fault } = index({ result: { data, continuation: null } })!;
    expect(rows).toEqual([
      { time: 1, close: 40 },
      { time: 2, close: 51 },
    ]);
    expect(fault).toContain('data[3][4] expected a number above 0 and up to 1000, got undefined');
  });

  it('of any changed body either is refused or holds nothing that cannot be', () => {
    const body = { result: { data: [[1, 2, 3, 1, 2], [2, 2, 3, 1, 2.5]], continuation: 7 } }; // prettier-ignore
    const random = seeded('index');
    for (let i = 0; i < MUTANTS; i++) {
      const mutant = mutate(body, random);
      const rows = index(mutant.body)?.rows ?? [];
      expect(
        rows.every(({ time, close }) => Number.isSafeInteger(time) && time >= 0 && close > 0),
        mutant.path,
      ).toBe(true);
    }
  });
});

describe.skipIf(without !== undefined)(`recorded answers${without === undefined ? '' : ` (${without})`}`, () => {
  it('of the summary parse whole', () => {
    const { rows, fault } = summary(recorded(SUMMARY))!;
    expect([rows.length, fault]).toEqual([13, undefined]);
  });

  it('of the index parse whole', () => {
    const { rows, fault } = index(recorded(INDEX))!;
    expect(fault).toBeUndefined();
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.every(({ time }, i) => i === 0 || time - rows[i - 1]!.time === DAY_MS / 2)).toBe(true);
  });

  it('of the names of instruments are all names', () => {
    for (const coin of ['BTC', 'ETH']) {
      const file = { BTC: 'get_instruments_BTC__1626993723.json.gz', ETH: 'get_instruments_ETH__1626993723.json.gz' }[
        coin
      ]!;
      const body = JSON.parse(gunzipSync(readFileSync(join(FOLDER, file))).toString()) as {
        readonly result: readonly {
          readonly kind: string;
          readonly instrument_name: string;
          readonly expiration_timestamp: number;
          readonly strike: number;
        }[];
      };
      const options = body.result.filter(({ kind }) => kind === 'option');
      expect(options.length).toBeGreaterThan(300);
      for (const { instrument_name: name, expiration_timestamp: expiry, strike } of options) {
        expect(optionOfName(name), name).toEqual({ expiry, strike });
      }
    }
  });
});
