/** Works of the commands over coins, and their names. */

/** Work of a command on a coin: rows, or blocks. It takes and gives plain data, which can be sent to a thread. */
export type Work<Settings, Coin, Item> = (settings: Settings) => Promise<(coin: Coin) => Iterable<Item>>;

/** Name of a work that threads can do. */
export type WorkName =
  | 'signum rows'
  | 'nowcast rows'
  | 'nowcast blocks'
  | 'technical rows'
  | 'volatility rows'
  | 'volume rows'
  | 'heatmap rows'
  | 'meme rows';
