/** Common parts of the answers of event risk. */

import { EVENT_PARTS, EVENT_RISK_V1 } from '@barograph/stress/risk';
import { Type } from 'typebox';
import { within } from '../fields.ts';
import type { View } from '../published.ts';
import { compositeFields, RISK_ERRORS, riskStamp, riskStampFields, type RiskStamp } from '../shapes/risk.ts';
import { EVENT_WINDOW, type EventHead, type EventScoreWire } from './publication.ts';
import type { EventDerived } from './rows.ts';

/** The publication, for a caller. */
export type EventView = View<EventScoreWire, EventHead>;

/** Family and errors of every operation of event risk. */
export const ofEvent = { family: 'event', errors: RISK_ERRORS } as const;

/** Days ahead, as a parameter. */
export const eventWindow = (usual: number) =>
  Type.Integer({ minimum: 1, maximum: EVENT_WINDOW.most, default: usual, description: 'Days ahead.' });

/** The composite of an answer. */
export const eventCompositeFields = within(
  ({ risk }: EventDerived) => risk,
  compositeFields(EVENT_PARTS, EVENT_RISK_V1.weights),
);

/** Moment and source. */
export const eventStamp = (view: EventView): RiskStamp =>
  riskStamp(view, ['macroCalendar', 'pegs', 'unlocks', 'coins']);
export { riskStampFields };
