/** Exact sums of one coin's fills in an open minute. */

import { clamp } from '@barograph/core';
import { ExactSum } from './exact-sum.ts';
import type { Fill } from './fill.ts';
import type { CoinMinute } from './minute.ts';

/**
 * State of a coin in an open minute; plain JSON. Sums are stored as the parts of an exact sum. Notionals are in USD,
 * sizes in base units.
 */
export interface OpenCoin {
  readonly coin: string;
  readonly ids: readonly string[];
  readonly buy: readonly number[];
  readonly sell: readonly number[];
  readonly large: readonly number[];
  readonly size: readonly number[];
  readonly maxFill: number;
  readonly low: number;
  readonly high: number;
}

/** Sums of one coin and minute. Their values do not depend on the order of the fills. */
export class CoinAccumulator {
  readonly ids: Set<string>;
  readonly #buy: ExactSum;
  readonly #sell: ExactSum;
  readonly #large: ExactSum;
  readonly #size: ExactSum;
  #maxFill: number;
  #low: number;
  #high: number;

  /**
   * Creates the sums, new or resumed.
   * @param from state to resume. @default empty
   */
  constructor(from?: OpenCoin) {
    this.ids = new Set(from?.ids);
    this.#buy = new ExactSum(from?.buy);
    this.#sell = new ExactSum(from?.sell);
    this.#large = new ExactSum(from?.large);
    this.#size = new ExactSum(from?.size);
    this.#maxFill = from?.maxFill ?? 0;
    this.#low = from?.low ?? Infinity;
    this.#high = from?.high ?? 0;
  }

  /** Adds a valid fill with a new id. */
  add({ id, side, price, size }: Fill, largeFillUsd: number): void {
    const notional = price * size;
    this.ids.add(id);
    (side === 'buy' ? this.#buy : this.#sell).addProduct(price, size);
    if (notional >= largeFillUsd) this.#large.addProduct(price, size);
    this.#size.add(size);
    if (notional > this.#maxFill) this.#maxFill = notional;
    if (price < this.#low) this.#low = price;
    if (price > this.#high) this.#high = price;
  }

  /** The minute if it were sealed now. */
  sealed(coin: string): CoinMinute {
    const all = new ExactSum(this.#buy.parts());
    all.addSum(this.#sell);
    return {
      coin,
      buy: this.#buy.value(),
      sell: this.#sell.value(),
      large: this.#large.value(),
      trades: this.ids.size,
      // The rounded quotient may lie slightly outside the paid prices.
      vwap: clamp(all.value() / this.#size.value(), this.#low, this.#high),
      maxFill: this.#maxFill,
    };
  }

  /** Snapshot to resume. */
  snapshot(coin: string): OpenCoin {
    return {
      coin,
      ids: [...this.ids],
      buy: this.#buy.parts(),
      sell: this.#sell.parts(),
      large: this.#large.parts(),
      size: this.#size.parts(),
      maxFill: this.#maxFill,
      low: this.#low,
      high: this.#high,
    };
  }
}
