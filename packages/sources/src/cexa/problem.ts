/** Maps request problems to feed problems. */

import type { FeedProblem } from '../market/feed.ts';
import { describeUpstreamProblem, type UpstreamProblem } from '../upstream/problem.ts';

/** A region that is not served gets no data at all; other problems may pass. */
export function problemOf(problem: UpstreamProblem): FeedProblem {
  const reason = describeUpstreamProblem(problem);
  return { code: problem.code === 'restricted' ? 'unavailable' : 'stale_source', reason };
}
