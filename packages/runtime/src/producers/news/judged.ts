/** Verdict of the funnel on one labelled report. */

import type { NewsVerdict } from '@barograph/stress/news';
import type { NewsReport } from '@barograph/sources';
import type { NewsJudged } from '@barograph/store';

/** Kinds that can be recognised from a title alone. */
const CORE: ReadonlySet<string> = new Set(['hack', 'exploit_rumour', 'regulatory']);

/** Counts of one report; undefined without a label, for a copy, and for reports known before. */
export function judgedBy({ truth }: NewsReport, { outcome }: NewsVerdict): NewsJudged | undefined {
  if (truth === undefined || truth.isCopy || outcome === 'repeated' || outcome === 'conflict') return undefined;
  const { event } = truth;
  const isQualified = outcome === 'qualified';
  const isCore = event !== null && CORE.has(event.category);
  return {
    reports: 1,
    qualified: isQualified ? 1 : 0,
    events: isQualified && event !== null ? 1 : 0,
    core: isCore ? 1 : 0,
    coreQualified: isCore && isQualified ? 1 : 0,
  };
}
