/** POST /quant/refresh. */

import { refresh } from '../shapes/refresh.ts';
import { needsModel } from './needs-model.ts';
import { quantPublication } from './publication.ts';

export const quantRefresh = needsModel(
  refresh('quant.refresh', {
    family: 'quant',
    path: '/quant/refresh',
    access: 'pro_plus',
    summary: 'Reads the hours that have closed since, and publishes everything anew.',
    description: 'Asked again within an hour it changes no label.',
    of: quantPublication,
  }),
);
