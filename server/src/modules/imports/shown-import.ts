import type { Import } from '@regie/contract/files.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { maySeePersonalData } from '../fields/masks.ts'
import { type ImportRow, importOf } from './import-queries.ts'

/** May this caller see what stands in the rows of a file? Who uploaded it has it; others need the right to personal data. */
export function maySeeRows(caller: Caller, row: Pick<ImportRow, 'created_by'>): boolean {
  return row.created_by === caller.userId || maySeePersonalData(caller)
}

/** The import as this caller may see it: to others than the uploader its rows are dots, for nothing is known yet of what a column holds. */
export function importFor(caller: Caller, row: ImportRow): Import {
  const shown = importOf(row)
  if (maySeeRows(caller, row)) return shown
  return {
    ...shown,
    columns: shown.columns.map((column) => ({ ...column, samples: column.samples.map(dots) })),
    preview: shown.preview.map((line) => ({
      ...line,
      values: Object.fromEntries(Object.entries(line.values).map(([column, value]) => [column, dots(value)])),
    })),
    issues: shown.issues.map(({ row: no, faults }) => ({
      row: no,
      faults: faults.map((fault) => ({ ...fault, value: fault.value === null ? null : dots(fault.value) })),
    })),
  }
}

const dots = (value: string) => '•'.repeat(Math.min(value.length, 12))
