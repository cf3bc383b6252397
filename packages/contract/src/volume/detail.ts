/** GET /volume/scanner/{symbol}: the volume row of one perp with the days of its baseline. */

import { Type } from 'typebox';
import { fieldsOf } from '../fields.ts';
import { detail, type DetailFound } from '../shapes/detail.ts';
import { stampFields } from '../shapes/page.ts';
import { FIRST_RELEASE } from '../version.ts';
import { volumeEngine } from './engine.ts';
import { ROW_NOTE } from './notes.ts';
import { volumeDay, volumeRow, type VolumeDayWire } from './row.ts';

const { custom } = fieldsOf<DetailFound<{ readonly history: readonly VolumeDayWire[] }>>();
const history = Type.Array(volumeDay.schema, {
  maxItems: 30,
  description: 'The settled days that the row is measured against, oldest first.',
});

export const volumeDetail = detail('volume.scanner_symbol', {
  family: 'volatility',
  path: '/volume/scanner/{symbol}',
  dataset: 'volume_history',
  title: 'VolumeDetail',
  summary: 'The volume row of one perp, with the 30 days that it is measured against.',
  description:
    'An exact name comes first, then the name without regard to case; a k-prefixed ticker stands for its plain symbol, and the other way round, where only one of them is listed.',
  example: 'BTC',
  of: volumeEngine,
  row: volumeRow,
  resource: 'volume',
  lacks: 'no closed hour in the last 24',
  kPrefix: 'alias',
  make: ({ row, head }) => ({ history: head.days[row.symbol] ?? [] }),
  fields: { history: custom(history, (detail) => [...detail.history]), ...stampFields },
  notes: [ROW_NOTE, { date: FIRST_RELEASE, text: 'history holds the settled days, oldest first' }],
});
