/** Sort orders of list rows. */

/** A row of a list. */
interface SymbolRow {
  readonly symbol: string;
}

function compareSymbols(a: SymbolRow, b: SymbolRow): number {
  return a.symbol < b.symbol ? -1 : Number(a.symbol > b.symbol);
}

/**
 * Compares rows by symbol.
 *
 * @example
 * [{ symbol: 'ETH' }, { symbol: 'BTC' }].toSorted(bySymbol('asc')).map(({ symbol }) => symbol); // → [ 'BTC', 'ETH' ]
 */
export function bySymbol<Row extends SymbolRow>(order: 'asc' | 'desc'): (a: Row, b: Row) => number {
  return order === 'asc' ? compareSymbols : (a, b) => compareSymbols(b, a);
}

/**
 * Compares rows by a value: missing values last in both directions, ties by symbol ascending.
 *
 * @example
 * const rows = [{ symbol: 'A', rv: null }, { symbol: 'B', rv: 40 }, { symbol: 'C', rv: 90 }];
 * rows.toSorted(byValue('desc', ({ rv }) => rv)).map(({ symbol }) => symbol); // → [ 'C', 'B', 'A' ]
 */
export function byValue<Row extends SymbolRow>(
  order: 'asc' | 'desc',
  value: (row: Row) => number | null,
): (a: Row, b: Row) => number {
  const direction = order === 'asc' ? 1 : -1;
  return (a, b) => {
    const x = value(a);
    const y = value(b);
    const by = x === null || y === null ? Number(x === null) - Number(y === null) : direction * (x - y);
    return by === 0 ? compareSymbols(a, b) : by;
  };
}
