import { Type, type TString } from 'typebox';

/** Schema of a text answer. */
export const textPayload: TString = Type.String();
