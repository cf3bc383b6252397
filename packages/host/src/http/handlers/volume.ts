/** Volume of the perps. */

import { decodeVolumeListQuery, problem } from '@barograph/contract';
import { err, ok } from '@barograph/core';
import type { Services } from '../../services.ts';
import type { Handlers } from '../handlers.ts';
import { oncePerQuery } from '../once-per-query.ts';

type Volume = 'volume.scanner' | 'volume.scanner_symbol';

const WARMING_SECONDS = 5;
const warming = err(
  problem('warming_up', 'The first volume rows are being computed.', { retryAfter: WARMING_SECONDS }),
);

const listQuery = oncePerQuery(decodeVolumeListQuery);

/** The handlers of the family. */
export function volumeHandlers({ volume }: Pick<Services, 'volume'>): Pick<Handlers, Volume> {
  return {
    'volume.scanner': ({ query, caller }) => {
      const answer = volume.list(listQuery(query, caller?.tier));
      return answer === undefined ? warming : ok(answer);
    },
    'volume.scanner_symbol': async ({ path }) => (await volume.detail(path.symbol, {})) ?? warming,
  };
}
