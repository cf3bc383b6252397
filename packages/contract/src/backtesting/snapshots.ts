/** GET /backtesting/snapshots: what was published, as it was published. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { pageAsked, pageParameters, READER } from './asked.ts';
import { pageOf } from './page.ts';
import { BACKTESTING, type SnapshotRow } from './port.ts';

const of = fieldsOf<SnapshotRow>();
const row = record(null, {
  snapshot_type: of.text('Type of the snapshot.', (one) => one.type),
  timestamp: of.moment('When it was published.', (one) => one.timestamp),
  as_of: of.moment('Moment of its values.', (one) => one.asOf),
  version: of.text('Form of its data.', (one) => one.version),
  symbol: of.textOrNull('Whose record it is; null where it is of none.', (one) => one.symbol),
  is_head: of.flag('Data are what belongs to all records of the snapshot.', (one) => one.isHead),
  data: of.custom(Type.Unknown({ description: 'As it was published.' }), (one) => one.data),
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
    snapshot_type: Type.String({
      default: 'positioning',
      minLength: 1,
      maxLength: 64,
      description: 'Type of the snapshots.',
    }),
    ...pageParameters,
  }),
  reply: page.schema,
  ports: [BACKTESTING],
  answer: async (context, { query: { snapshot_type: type, ...query }, cancelled }) => {
    const asked = pageAsked(query, cancelled);
    if (!asked.ok) return asked;
    return page.answer(context, await context.use(BACKTESTING).snapshots({ ...asked.value, type }));
  },
});
