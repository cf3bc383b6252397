/** The meme regime as an engine of the universe. */

import {
  createMemeTracker,
  freshListingsOf,
  isMeme,
  MEME_V2,
  memePerp,
  memeScore as scoreOf,
  type MemeRow,
  type MemeTracker,
} from '@barograph/stress';
import type { Engine, Member } from '../engine.ts';
import { symbolsHead, type SymbolsHead } from '../published.ts';
import { nullable } from '../scalar.ts';
import { isReady, memeRow, type MemeRowWire } from './row.ts';
import { isScored, memeScore, type MemeScoreWire } from './score-row.ts';

/** Head of the meme rows. */
export interface MemeHead extends SymbolsHead {
  /** Null while all its parts are unknown. */
  readonly score: MemeScoreWire | null;
}

const firstDay = ({ tracker }: Member<MemeTracker, MemeRow>): number | null => tracker.firstDay;

/** Tracks every symbol, because the market is measured against BTC; only meme coins have records. */
export const memeEngine: Engine<MemeRowWire, MemeHead, MemeTracker, MemeRow> = {
  name: 'meme',
  version: MEME_V2.version,
  snapshot: 'meme-snapshot/1',
  shape: { head: symbolsHead({ score: nullable(memeScore.schema) }), record: memeRow.schema },
  needs: {},
  readsPerps: true,
  create: (resume) => createMemeTracker(MEME_V2, resume),
  row: (tracker, { symbol, source, perps, perpsNow }, asOf) => {
    const pdSymbol = memePerp(symbol, perps);
    const now = pdSymbol === null ? undefined : perpsNow.get(pdSymbol);
    const { fundingRate = null, openInterestUsd: oiUsd = null } = now ?? {};
    return tracker.row({ symbol, source, pdSymbol, fundingRate, oiUsd }, asOf);
  },
  encode: (row) => (isMeme(row.symbol) && isReady(row) ? memeRow.encode(row) : undefined),
  head: ({ members, warming, asOf }) => {
    const memes = members.filter(({ about }) => isMeme(about.symbol));
    const score = scoreOf({
      coins: memes.map(({ row, tracker }) => ({ row, notional30: tracker.notional30, returns: tracker.returns() })),
      btcRet30d: members.find(({ about }) => about.symbol === 'BTC')?.row.ret30d ?? null,
      freshListings: freshListingsOf(members.map(firstDay), memes.map(firstDay), asOf),
    });
    return {
      warming: warming.filter((symbol) => isMeme(symbol)),
      score: isScored(score) ? memeScore.encode(score) : null,
    };
  },
};
