import * as z from 'zod/mini'

/** How a cell is read otherwise than the rest of its file. Spaces around it always go. */
export const cellTransforms = [
  'upper',
  'date:dmy',
  'date:mdy',
  'date:ymd',
  'amount:comma',
  'amount:point',
  'phone:NL',
  'phone:BE',
  'phone:DE',
  'phone:FR',
] as const
export const CellTransform = z.enum(cellTransforms)
export type CellTransform = z.infer<typeof CellTransform>
