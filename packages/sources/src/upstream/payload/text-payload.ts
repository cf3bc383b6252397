import { Type, type TString } from 'typebox';

/** An answer that is one text. */
export const textPayload: TString = Type.String();
