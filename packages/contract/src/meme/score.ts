/** GET /meme/regime/score: the score of the meme market. */

import { head, stamped } from '../shapes/head.ts';
import { FIRST_RELEASE } from '../version.ts';
import { memeEngine } from './engine.ts';
import { memeScore } from './score-row.ts';

export const memeScoreHead = head('meme.regime_score', {
  family: 'meme',
  path: '/meme/regime/score',
  dataset: 'meme',
  summary: 'The temper of the meme market, 0 to 100: higher is frothier.',
  description:
    'A weighted mean of return, hot share, volume, extension and funding over all meme coins. A part without a source is left out, and the weights of the others make up for it.',
  of: memeEngine,
  resource: 'meme rows',
  reply: stamped('MemeScore', memeScore),
  make: ({ head: { score } }) => score,
  unknown: {
    message: 'No meme coin of this market has enough completed days for a score.',
    when: 'Before the first computation, and while no meme coin has enough history; Retry-After says when to come again.',
    // until the next hourly job
    retryAfter: 3600,
  },
  notes: [
    {
      date: FIRST_RELEASE,
      text: 'the answer also carries partial, inputs_available, sub_scores, effective_weights, share_ahead_of_btc, fresh_listings_7d, coins, config_version, as_of and data_source; co_movement is left out under 5 coins, median_funding without a source',
    },
  ],
});
