/** Waiting with an end. */

/**
 * What the promise brings within `ms` real milliseconds; what `late` gives when it takes longer. The promise is not called
 * off. One promise and one timer: requests pass here, and a race costs more.
 */
export function unlessLate<T, Late>(
  ms: number,
  promise: Promise<T>,
  late: () => Late | Promise<Late>,
): Promise<T | Late> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late()), ms);
    promise.then(
      // oxlint-disable-next-line promise/always-return -- nobody waits for what `then` makes
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** What the promise brings within `ms` real milliseconds; undefined when it is late. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  return unlessLate(ms, promise, () => undefined);
}
