import type { fieldApi } from '@regie/contract/fields.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { importColumns } from '@regie/contract/import-columns.ts'
import * as z from 'zod/mini'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { headingKey } from './default-fields.ts'
import { fieldsOf } from './find-fields.ts'
import { mappingRows, nothingSaved, SavedMapping } from './mapping-queries.ts'
import { changeScriptRow, selectScriptForUpdate } from '../scripts/script-row.ts'

type Save = RequestOf<typeof fieldApi.saveMapping>['body']
type Saved = ResponseOf<typeof fieldApi.saveMapping>

/** Replaces what is remembered of headings, all of it. The next import begins with it. */
export async function saveMapping({ db }: Services, caller: Caller, scriptId: number, { version, rows }: Save): Promise<Saved> {
  return db.transaction().execute(async (tx) => {
    const script = await selectScriptForUpdate(tx, caller, scriptId)
    const fields = fieldsOf(script.fields)
    if (script.mapping_version !== version) {
      const current = { rows: mappingRows(fields, script.import_mapping), version: script.mapping_version }
      throw new AppError('error.conflict', { current })
    }
    const known = new Set<string>([...fields, ...importColumns].map(({ key }) => key))
    const keys = rows.map(({ column }) => headingKey(column))
    for (const [at, { target }] of rows.entries()) {
      // A column may fill two fields; to fill one field twice, or a field and nothing, is no answer.
      const before = rows.slice(0, at).filter((_, earlier) => keys[earlier] === keys[at])
      const isTwice = keys[at] === '' || before.some((row) => target === null || row.target === null || row.target === target)
      if (isTwice) throw new AppError('script.mappingInvalid', { field: `rows.${at}.column` })
      if (target !== null && !known.has(target)) throw new AppError('script.mappingInvalid', { field: `rows.${at}.target` })
    }
    const before = z.nullable(SavedMapping).parse(script.import_mapping) ?? nothingSaved
    const mapping: SavedMapping = {
      ...before,
      columns: Object.fromEntries(
        keys.map((key) => [
          key,
          rows.flatMap(({ target, transform }, at) =>
            keys[at] === key && target !== null ? [{ field: target, transform: transform ?? null }] : [],
          ),
        ]),
      ),
      names: Object.fromEntries(rows.map(({ column }, at) => [keys[at] ?? '', column.trim()])),
    }
    await changeScriptRow(tx, script, { import_mapping: JSON.stringify(mapping), mapping_version: version + 1 })
    return { rows: mappingRows(fields, mapping), version: version + 1 }
  })
}
