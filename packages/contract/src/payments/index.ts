/** Purchases without an account: prices, plans and files. */

import { feature } from '../feature.ts';
import { agentSubscribe } from './subscribe.ts';
import { fillTestBalance } from './test-balance.ts';

export {
  ARCHIVE_FILES,
  FILE_QUERY,
  fileAsked,
  fileOfKey,
  type ArchiveFile,
  type ArchiveFiles,
  type ArchiveLink,
  type FileAsked,
  type FileQuery,
} from './files.ts';
export {
  ARCHIVE_TYPE_NAMES,
  ARCHIVE_TYPES,
  PLAN_NAMES,
  PLANS,
  PURCHASE_PATH,
  REQUEST_PRICES,
  usdcUnits,
  usdOf,
  type ArchiveParameter,
  type ArchiveType,
  type ArchiveTypeName,
  type Plan,
  type PlanName,
  type RequestPrice,
} from './prices.ts';
export { PAY_NETWORK_NAMES, PAY_NETWORKS, type PayNetwork, type PayNetworkName } from './networks.ts';
export { bazaarOf, type Bazaar } from './bazaar.ts';
export { priceOf, type Payable } from './payable.ts';
export { soldDocument, type SoldDocument, type SoldItem, type SoldOn } from './sold.ts';
export {
  KEY_SALES,
  paymentsDisabled,
  TEST_LEDGER,
  type DraftedKey,
  type KeySales,
  type TestBalance,
  type TestLedger,
} from './ports.ts';
export const payments = feature({
  operations: [agentSubscribe, fillTestBalance],
  families: {
    payments: 'Keys for a payment, without an account.',
  },
});
