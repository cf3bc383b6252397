/** Ticks of numeric axes, and the space they need. */

/** Round values between two bounds, about `most` of them. */
export function ticksBetween(low: number, high: number, most: number): readonly number[] {
  const step = roundStep((high - low) / Math.max(1, most));
  if (!(step > 0) || !Number.isFinite(step)) return [low];
  const ticks: number[] = [];
  const digits = Math.max(0, -Math.floor(Math.log10(step)) + 1);
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++)
    ticks.push(Number((i * step).toFixed(Math.min(100, digits))));
  return ticks;
}

/** Smallest of 1, 2, 2.5 and 5 times a power of ten that is at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 2.5, 5].find((one) => one * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Ticks of a logarithmic axis: powers of ten with 2 and 5 if there is room, round values within one decade. */
export function logTicks(low: number, high: number, most: number): readonly number[] {
  for (const factors of [[1, 2, 5], [1, 3], [1]]) {
    const ticks: number[] = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
      for (const factor of factors) {
        const value = Number(`${factor}e${power}`);
        if (value >= low && value <= high) ticks.push(value);
      }
    }
    if (ticks.length < 3) return ticksBetween(low, high, most).filter((value) => value > 0);
    if (ticks.length <= most + 1) return ticks;
  }
  return ticksBetween(low, high, most).filter((value) => value > 0);
}

/** Bounds with some margin around the values; a single value gets a margin of its own size. */
export function padded([low, high]: readonly [number, number], share: number = 0.06): readonly [number, number] {
  const room = high > low ? (high - low) * share : low === 0 ? 1 : Math.abs(low) * share;
  return [low - room, high + room];
}

/** Bounds of a logarithmic axis with some margin. */
export function paddedLog([low, high]: readonly [number, number], share: number = 0.06): readonly [number, number] {
  const [from, to] = padded([Math.log10(low), Math.log10(high)], share);
  return low === high ? [low / 1.1, high * 1.1] : [10 ** from, 10 ** to];
}
