import { fileApi } from '@regie/contract/files.ts'
import { fileUploadApi } from '@regie/contract/stored-files.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route, uploadRoute } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { cancelImport } from './cancel-import.ts'
import { changeMapping } from './change-mapping.ts'
import { confirmImport } from './confirm-import.ts'
import { openErrorFile } from './error-file.ts'
import { findImport } from './import-queries.ts'
import { listLeftImports } from './list-left-imports.ts'
import { listRefused, repairRows } from './refused-rows.ts'
import { importFor } from './shown-import.ts'
import { uploadFile } from './upload-file.ts'
import { dropPartial, findPartial, listPartials } from '../files/partial-uploads.ts'
import { beginUpload, finishUpload, receivePart } from './upload-in-parts.ts'

// Five thousand rows at once, as many characters as may be repaired.
const repairBytesMax = 8 * 1024 * 1024

export const importRoutes: Route<Services>[] = [
  uploadRoute(fileApi.upload, (services: Services, { caller, body, file }) =>
    uploadFile(services, caller, { customerId: body.customerID, scriptId: body.scriptID, ...file }),
  ),
  route(fileUploadApi.begin, (services: Services, { caller, body }) => beginUpload(services, caller, body)),
  route(fileUploadApi.left, ({ db }: Services, { caller, query }) => listPartials(db, caller, query.customerID)),
  route(fileUploadApi.look, ({ db }: Services, { caller, params }) => findPartial(db, caller, params.fileID)),
  uploadRoute(fileUploadApi.send, (services: Services, { caller, params, body, file }) =>
    receivePart(services, caller, params.fileID, { offset: body.offset, stream: file.stream }),
  ),
  route(fileUploadApi.finish, (services: Services, { caller, params }) => finishUpload(services, caller, params.fileID)),
  route(fileUploadApi.drop, ({ db }: Services, { caller, params }) => dropPartial(db, caller, params.fileID)),
  route(fileApi.left, (services: Services, { caller, query }) => listLeftImports(services, caller, query.customerID)),
  route(fileApi.getImport, async ({ db }: Services, { caller, params }) => {
    const found = await findImport(db, params.importID)
    mustAccessCustomer(caller, found.customer_id, 'import.notFound')
    return importFor(caller, found)
  }),
  route(fileApi.changeMapping, (services: Services, { caller, params, body }) => changeMapping(services, caller, params.importID, body)),
  route(fileApi.refused, (services: Services, { caller, params, query }) => listRefused(services, caller, params.importID, query)),
  route(fileApi.repair, (services: Services, { caller, params, body }) => repairRows(services, caller, params.importID, body.rows), {
    bytesMax: repairBytesMax,
  }),
  route(fileApi.confirm, (services: Services, { caller, params, body }) => confirmImport(services, caller, params.importID, body)),
  route(fileApi.cancel, (services: Services, { caller, params }) => cancelImport(services, caller, params.importID)),
  route(fileApi.errors, (services: Services, { caller, params, query }) => openErrorFile(services, caller, params.importID, query.locale)),
]
