import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { followedField } from '../followed/field.ts';
import { contextOf, jsonOf, viewOf, withDefaults } from '../../test/ask.ts';
import { memeList } from './list.ts';

const view = viewOf([], { warming: ['NEW'], score: null }, 1_700_000_000_000);

describe('the meme list', () => {
  it('[#592] gives exactly this JSON, valid under the schema of its reply', async () => {
    const reply = await jsonOf(
      memeList,
      contextOf(() => view),
      { query: { limit: 2, order: 'asc' } },
    );
    expect(reply).toEqual({
      items: [],
      count: 0,
      total: 0,
      universe_size: 0,
      limit: 2,
      sort: 'ret_7d',
      order: 'asc',
      followed: followedField('meme').read(),
      warming: ['NEW'],
      as_of: 1_700_000_000_000,
      data_source: 'files',
      source: 'files',
    });
    const validate = new Ajv({ allowUnionTypes: true }).compile(memeList.reply);
    expect(validate(reply), JSON.stringify(validate.errors)).toBe(true);
  });

  it('takes these parameters', () => {
    expect(Object.keys(memeList.query.properties)).toEqual(['source', 'regime', 'sort', 'order', 'limit']);
    expect(withDefaults(memeList, {})).toEqual({ sort: 'ret_7d', order: 'desc', limit: 250 });
  });
});
