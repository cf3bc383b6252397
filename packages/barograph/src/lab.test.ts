/** Loading of the lab where it is installed, and where it is not. */

import { expect, it } from 'vitest';
import { CommandError } from './io.ts';
import { loadLab, type Lab } from './lab.ts';

const missing = (name: string) => async (): Promise<Lab> => {
  const error = new Error(`Cannot find package '${name}' imported from /app/node_modules/@barograph/lab/dist/index.js`);
  throw Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND' });
};

it('gives the fits of the lab', async () => {
  expect((await loadLab()).TRAINING_V4.version).toBe('training/4');
});

it('says how to install it', async () => {
  const found = loadLab(missing('@barograph/lab'));
  await expect(found).rejects.toThrow(CommandError);
  await expect(found).rejects.toThrow(
    'expected @barograph/lab, which is not installed; npm install @barograph/lab installs it',
  );
});

it('does not hide that another package is missing', async () => {
  await expect(loadLab(missing('ml-matrix'))).rejects.toThrow("Cannot find package 'ml-matrix'");
  await expect(loadLab(missing('ml-matrix'))).rejects.not.toThrow(CommandError);
});
