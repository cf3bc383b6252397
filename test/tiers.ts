/** The rule of tiers over sources: a tier is named where datasets, plans and keys are, and nowhere else. */

import { withoutComments } from './source-text.ts';
import type { Source } from './architecture.ts';

/** Sources that name a tier, each with the reason. All others name a dataset. */
export const NAMES_TIERS: Readonly<Record<string, string>> = {
  'packages/contract/src/tiers.ts': 'the tiers',
  'packages/contract/src/datasets.ts': 'the datasets',
  'packages/contract/src/scope.ts': 'the tier that a refusal names',
  'packages/contract/src/problem.ts': 'the form of a refusal',
  'packages/contract/src/endpoint.ts': 'types of what follows from a dataset',
  'packages/contract/src/openapi.ts': 'how access is written in the document',
  'packages/contract/src/payments/prices.ts': 'plans',
  'packages/contract/src/accounts/row.ts': 'what an upgrade costs',
  'packages/contract/src/quant/refresh.ts': 'access that the documents give (001:206)',
  'packages/host/src/http/access.ts': 'the tier that a refusal names',
  'packages/host/src/accounts/accounts.ts': 'the day of Pro after a confirmation',
  'packages/host/src/accounts/dev-key.ts': 'the key of a developer',
  'packages/page/src/js/ask.mjs': 'how a refusal is shown',
  'packages/store/src/schema.ts': 'the column of a key',
};

/** Operations with an access that is not that of their dataset, each with the line of the document that gives it. */
export const DOCUMENTED_ACCESS: Readonly<Record<string, string>> = {
  'packages/contract/src/accounts/create.ts': '000:144',
  'packages/contract/src/backtesting/archives-purchase.ts': '000:301',
  'packages/contract/src/technical/detail.ts': '001:240',
  'packages/contract/src/quant/refresh.ts': '001:206',
};

/** Tiers that a source names though it should name a dataset. */
export function tierProblems({ path, text }: Source): readonly string[] {
  const code = withoutComments(text);
  const named = path in NAMES_TIERS ? [] : (code.match(/(['"])(?:pro|pro_plus)\1/g) ?? []);
  const given = path in DOCUMENTED_ACCESS ? [] : (code.match(/\baccess: ?(['"])\w+\1/g) ?? []);
  const own = path === 'packages/contract/src/datasets.ts' ? [] : given;
  return [...named, ...own].map((found) => `${path}: ${found}`);
}
