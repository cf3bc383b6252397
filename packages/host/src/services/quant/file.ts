/** The bulk file of the market's history, behind links that end. */

import {
  encodeQuantFileLink,
  problem,
  quantFileCsv,
  type Problem,
  type QuantRegimesHistoryWire,
} from '@barograph/contract';
import { bucketOpen, DAY_MS, err, HOUR_MS, ok, type Result } from '@barograph/core';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { answerOf, answerOfText, type Answer } from '../../answer.ts';
import type { Clock } from '../../clock.ts';
import type { CandleSource } from '../../ports/candle-source.ts';
import type { EngineStates } from '../../store/engine-state.ts';
import type { QuantPast } from './history.ts';
import { MARKET, marketListing } from './refresh.ts';

/** The first hour of the file. */
const FILE_START = Date.UTC(2020, 0, 1);
const LINK_SECONDS = 900;
const PATH = '/api/v1/quant/regimes/history/file';
const SECRET = { engine: 'links', scope: 'secret', configVersion: 'links/1' } as const;
const SECRET_BYTES = 32;

export interface QuantFileParts {
  readonly past: QuantPast;
  readonly source: CandleSource;
  readonly states: EngineStates;
  /** The machine's time: links end by it. */
  readonly wall: Clock;
  readonly publicUrl: () => string;
  readonly modelVersion: string;
}

export interface QuantFile {
  link(at: number): Promise<Answer<QuantRegimesHistoryWire>>;
  /** @param expires epoch seconds, as the link says. */
  open(expires: number, signature: string, at: number): Promise<Result<Answer<string>, Problem>>;
}

/** What links are signed with, the same on all replicas of a store: the first that asks makes it. */
function secretOf(states: EngineStates): () => Promise<string> {
  let known: string | undefined;
  const stored = async (): Promise<string | undefined> => {
    const found = await states.load(SECRET.engine, SECRET.configVersion);
    const state = found.find(({ scope }) => scope === SECRET.scope)?.state;
    return typeof state === 'string' ? state : undefined;
  };
  return async () => {
    known ??= await stored();
    if (known === undefined) {
      await states.save([{ ...SECRET, asOf: 0, state: randomBytes(SECRET_BYTES).toString('hex') }]);
      known = await stored();
    }
    if (known === undefined) throw new Error('the secret of links could not be kept');
    return known;
  };
}

export function createQuantFile(parts: QuantFileParts): QuantFile {
  const { past, source, wall, publicUrl, modelVersion } = parts;
  const secret = secretOf(parts.states);
  let file: { readonly day: number; readonly made: Promise<Made> } | undefined;

  interface Made {
    readonly answer: Answer<string>;
    readonly rows: number;
    readonly from: number | null;
    readonly to: number | null;
  }

  const make = async (day: number, at: number): Promise<Made> => {
    const listing = marketListing(source, at);
    const range = { start: FILE_START, end: day - HOUR_MS, limit: Infinity };
    const hours = listing === undefined ? [] : await past.hours(listing, MARKET, range, at);
    return {
      answer: answerOfText(quantFileCsv(hours), 'text/csv; charset=utf-8'),
      rows: hours.length,
      from: hours[0]?.time ?? null,
      to: hours.at(-1)?.time ?? null,
    };
  };
  /** The file up to the end of yesterday, made once a day. */
  const current = async (at: number): Promise<Made> => {
    const day = bucketOpen(at, DAY_MS);
    if (file?.day !== day) {
      const made = make(day, at);
      made.catch(() => (file = undefined));
      file = { day, made };
    }
    return file.made;
  };
  const sign = async (expires: number): Promise<string> =>
    createHmac('sha256', await secret())
      .update(`${PATH}|${expires}`)
      .digest('hex');

  return {
    link: async (at) => {
      const { rows, from, to } = await current(at);
      const expires = Math.floor(wall.now() / 1000) + LINK_SECONDS;
      const url = `${publicUrl()}${PATH}?expires=${expires}&signature=${await sign(expires)}`;
      return answerOf(
        encodeQuantFileLink({ url, expiresIn: LINK_SECONDS, rows, from, to, modelVersion, dataSource: source.kind }),
      );
    },
    open: async (expires, signature, at) => {
      const [want, got] = [Buffer.from(await sign(expires)), Buffer.from(signature)];
      const isOurs = want.length === got.length && timingSafeEqual(want, got);
      if (!isOurs || expires * 1000 <= wall.now()) {
        return err(problem('unknown_link', 'This link was not made here, or has ended; ask for a new one.'));
      }
      return ok((await current(at)).answer);
    },
  };
}
