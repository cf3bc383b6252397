/** Waiting with an end. */

/**
 * Value of the promise within `ms` real milliseconds; the value of `late` on timeout. The promise is not called off.
 * One promise and one timer: requests pass here, and a race costs more.
 */
export function unlessLate<T, Late>(
  ms: number,
  promise: Promise<T>,
  late: () => Late | Promise<Late>,
): Promise<T | Late> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late()), ms);
    promise.then(
      // oxlint-disable-next-line promise/always-return -- the result of `then` is not used
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

/** Value of the promise within `ms` real milliseconds; undefined on timeout. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  return unlessLate(ms, promise, () => undefined);
}
