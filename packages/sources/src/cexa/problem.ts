/** Problems of requests as problems of feeds. */

import type { FeedProblem } from '../market/feed.ts';
import { describeUpstreamProblem, type UpstreamProblem } from '../upstream/problem.ts';

/** A venue that does not serve this place has nothing at all; whatever else is wrong may pass. */
export function problemOf(problem: UpstreamProblem): FeedProblem {
  const reason = describeUpstreamProblem(problem);
  return { code: problem.code === 'restricted' ? 'unavailable' : 'stale_source', reason };
}
