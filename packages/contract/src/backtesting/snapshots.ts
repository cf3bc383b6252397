/** GET /backtesting/snapshots: past publications, unchanged. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { pageAsked, pageParameters, READER } from './asked.ts';
import { pageOf } from './page.ts';
import { BACKTESTING, type SnapshotRow } from './port.ts';

const field = fieldsOf<SnapshotRow>();
const row = record(null, {
  snapshot_type: field.text('Type of the snapshot.', (row) => row.type),
  timestamp: field.moment('When it was published.', (row) => row.timestamp),
  as_of: field.moment('Moment of its values.', (row) => row.asOf),
  version: field.text('Form of its data.', (row) => row.version),
  symbol: field.textOrNull('Whose record it is; null where it is of none.', (row) => row.symbol),
  is_head: field.flag('Data are what belongs to all records of the snapshot.', (row) => row.isHead),
  data: field.custom(Type.Unknown({ description: 'As it was published.' }), (row) => row.data),
});
const page = pageOf(
  'BacktestingSnapshots',
  row,
  'In the order of publication; of each snapshot the head first, then its records.',
);

export const backtestingSnapshots = operation('backtesting.snapshots', {
  ...READER,
  path: '/backtesting/snapshots',
  summary: 'Published snapshots of the past, record by record.',
  description:
    'gamma_exposure, liquidation_map, whale_activity, positioning, and every other name under which this service publishes, as /backtesting/status lists them. Rows are those that are kept for answers of the past; older ones are files of archives/download. symbol leaves the heads out.',
  query: Type.Object({
    snapshot_type: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Type of the snapshots; positioning when left out.' }),
    ),
    ...pageParameters,
  }),
  reply: page.schema,
  ports: [BACKTESTING],
  answer: async (context, { query: { snapshot_type: type = 'positioning', ...query }, cancelled }) => {
    const request = pageAsked(query, cancelled);
    if (!request.ok) return request;
    return page.answer(context, await context.use(BACKTESTING).snapshots({ ...request.value, type }));
  },
});
