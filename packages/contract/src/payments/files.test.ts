/** Parameters of files: what each type needs, and what it refuses. */

import { describe, expect, it } from 'vitest';
import { fileAsked, type FileQuery } from './files.ts';
import { ARCHIVE_TYPE_NAMES, ARCHIVE_TYPES } from './prices.ts';

const VALUES = {
  exchange: 'perpdex',
  symbol: 'BTC',
  date: '2026-11-20',
  bundle: 'klines',
  snapshot_type: 'positioning',
  interval: '1h',
  month: '2026-10',
} as const;
const whole = (type: keyof typeof ARCHIVE_TYPES): FileQuery => ({
  data_type: type,
  ...Object.fromEntries(ARCHIVE_TYPES[type].parameters.map((parameter) => [parameter, VALUES[parameter]])),
});
const faultsOf = (query: FileQuery): unknown => {
  const request = fileAsked(query);
  return request.ok ? [] : request.error.body.detail;
};

describe('files that are asked for', () => {
  it.each(ARCHIVE_TYPE_NAMES)('takes exactly the parameters of %s', (type) => {
    const query = whole(type);
    expect(faultsOf(query)).toEqual([]);
    for (const [name, value] of Object.entries(VALUES)) {
      const isOwn = name in query;
      const others = Object.fromEntries(Object.entries(query).filter(([key]) => key !== name)) as FileQuery;
      const changed = isOwn ? others : { ...query, [name]: value };
      const type = isOwn ? 'required' : 'superfluous';
      expect(faultsOf(changed), name).toEqual([expect.objectContaining({ loc: ['query', name], type })]);
    }
  });

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31'])(
    'refuses the day %s, which does not exist',
    (date) => {
      expect(faultsOf({ ...whole('klines'), date })).toEqual([expect.objectContaining({ loc: ['query', 'date'] })]);
    },
  );

  it('refuses a month that does not exist', () => {
    expect(faultsOf({ ...whole('funding_deep'), month: '2026-13' })).toEqual([
      { loc: ['query', 'month'], msg: 'expected a month that exists, got "2026-13"', type: 'value' },
    ]);
  });
});
