import { fieldApi } from '@regie/contract/fields.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findOwnScript } from '../scripts/find-own-script.ts'
import { exampleFile, languageOf } from './example-file.ts'
import { fieldsOf } from './find-fields.ts'
import { mappingRows } from './mapping-queries.ts'
import { saveFields } from './save-fields.ts'
import { saveMapping } from './save-mapping.ts'

export const fieldRoutes: Route<Services>[] = [
  route(fieldApi.list, async ({ db }: Services, { caller, params }) => {
    const script = await findOwnScript(db, caller, params.scriptID)
    return fieldsOf(script.fields)
  }),
  route(fieldApi.edit, async ({ db }: Services, { caller, params }) => {
    const script = await findOwnScript(db, caller, params.scriptID)
    return { fields: fieldsOf(script.fields), version: script.fields_version }
  }),
  route(fieldApi.save, (services: Services, { caller, params, body }) => saveFields(services, caller, params.scriptID, body)),
  route(fieldApi.mapping, async ({ db }: Services, { caller, params }) => {
    const script = await findOwnScript(db, caller, params.scriptID)
    return { rows: mappingRows(fieldsOf(script.fields), script.import_mapping), version: script.mapping_version }
  }),
  route(fieldApi.saveMapping, (services: Services, { caller, params, body }) => saveMapping(services, caller, params.scriptID, body)),
  route(fieldApi.example, async ({ db }: Services, { caller, params, body }) => {
    const script = await findOwnScript(db, caller, params.scriptID)
    return exampleFile(script.name, fieldsOf(script.fields), body.locale ?? (await languageOf(db, caller.userId)))
  }),
]
