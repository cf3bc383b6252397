/** The scenarios of a seed. */

import { JOBS } from './jobs.ts';
import { LEDGER } from './ledger.ts';
import { PAYMENTS } from './payments.ts';
import type { Scenario } from './scenario.ts';

export const SCENARIOS: readonly Scenario[] = [JOBS, LEDGER, PAYMENTS];
