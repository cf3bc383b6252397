import type { WalkForwardMetrics } from '@barograph/lab';
import { describe, expect, it } from 'vitest';
import { metricPlots } from '../packages/lab/src/model-plots.ts';
import { filesBelow, readText } from './workspace.ts';

const EDITIONS = ['2025.07.1', '2026.11.0'];

describe('the figures of a card', () => {
  it.each(EDITIONS)('of nowcast %s are those of the numbers beside it', async (edition) => {
    const folder = `models/nowcast/${edition}`;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the walk-forward wrote
    const metrics = JSON.parse(readText(`${folder}/metrics.json`)) as WalkForwardMetrics;
    const plots = metricPlots(metrics);
    const committed = filesBelow(folder, '.svg').map((path) => path.slice(folder.length + 1));
    expect(Object.keys(plots).toSorted()).toEqual(committed.toSorted());
    const card = readText(`${folder}/CARD.md`);
    for (const [name, text] of Object.entries(plots)) {
      expect(card).toContain(`](${name})`);
      await expect(text, 'run npm run accept, then look at the figure').toMatchFileSnapshot(`../${folder}/${name}`);
    }
  });
});
