// Rows of CSV from columns: numbers as `String` has them, nothing for NaN, and texts that are given ready to be written.
#include "decimal.h"

/** Cells of a block, most columns, bytes of all texts and how many there are of them, and bytes that are written. */
#define CELLS 8192
#define COLUMNS 256
#define TEXT_BYTES 16384
#define TEXTS 1024
#define OUT_BYTES 131072

/** Cells, column after column: numbers, or of texts the codes, one byte each. */
EXPORT ALIGNED double CELL_NUMBERS[CELLS];
/** Of a column the first of its texts, or -1 where it has numbers. */
EXPORT ALIGNED int32_t FIRST_TEXT[COLUMNS];
/** Begin of every text, and the end of the last; a column has as many as it likes, a code below 0 has none. */
EXPORT ALIGNED int32_t TEXT_BEGINS[TEXTS + 1];
EXPORT ALIGNED uint8_t TEXT_ALL[TEXT_BYTES + BEHIND];
EXPORT ALIGNED uint8_t ROWS_OUT[OUT_BYTES + NUMBER_BYTES + BEHIND];

/** Writes the text of a code. */
INLINE uint8_t *writeText(uint8_t *to, int32_t text) {
  int32_t begin = TEXT_BEGINS[text], length = TEXT_BEGINS[text + 1] - begin;
  const uint8_t *from = TEXT_ALL + begin;
  for (int32_t i = 0; i < length; i += 16) wasm_v128_store(to + i, wasm_v128_load(from + i));
  return to + length;
}

/**
 * Writes rows of a block in whose columns there is room for `room` cells.
 *
 * @returns bytes written.
 */
EXPORT int32_t rowsBlock(int32_t rows, int32_t columns, int32_t room) {
  uint8_t *to = ROWS_OUT;
  for (int32_t row = 0; row < rows; row++) {
    const double *cell = CELL_NUMBERS + row;
    for (int32_t column = 0; column < columns; column++, cell += room) {
      int32_t texts = FIRST_TEXT[column];
      if (texts < 0) to = writeDouble(to, *cell);
      else {
        int32_t code = ((const int8_t *)(CELL_NUMBERS + column * room))[row];
        if (code >= 0) to = writeText(to, texts + code);
      }
      *to++ = ',';
    }
    to[-1] = '\n';
  }
  return to - ROWS_OUT;
}
