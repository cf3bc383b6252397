/** Snapshots: an answer for a moment never changes. Files: complete, or absent. */

import { grouped, named, type Check } from './history.ts';

/** Every replica of a build gives the same answer for a moment, from the first one on. */
export const checkPast: Check = (history) => {
  const answered = named(history, 'past').filter(({ digest }) => digest !== undefined);
  return [...grouped(answered, ({ path, moment, build = '' }) => `${path} at ${moment} ${build}`)].flatMap(
    ([question, answers]) => {
      const other = answers.find(({ digest }) => digest !== answers[0]!.digest);
      if (other === undefined) return [];
      return [{ check: 'past', message: `two answers to ${question.trimEnd()}`, operations: [answers[0]!, other] }];
    },
  );
};

/** Every listed file is whole. */
export const checkFiles: Check = (history) => [
  ...named(history, 'file')
    .filter(({ result, promised, came }) => result === 'ok' && promised !== came)
    .map((broken) => ({ check: 'files', message: `${broken.file} came as other bytes`, operations: [broken] })),
  ...history.ending.files
    .filter(({ promised, stored }) => promised !== stored)
    .map(({ file, stored }) => ({
      check: 'files',
      message: `${file} is listed and ${stored === null ? 'absent' : 'has other bytes'}`,
      operations: [],
    })),
];
