/** Work of commands over coins, and its names. */

/** Work on a coin that returns rows or blocks. Input and output are plain data, so a thread can run it. */
export type Work<Settings, Coin, Item> = (settings: Settings) => Promise<(coin: Coin) => Iterable<Item>>;

/** Name of work that threads can run. */
export type WorkName =
  | 'signum rows'
  | 'nowcast rows'
  | 'nowcast blocks'
  | 'technical rows'
  | 'volatility rows'
  | 'volume rows'
  | 'heatmap rows'
  | 'meme rows';
