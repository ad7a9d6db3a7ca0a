import { storedFileApi } from '@regie/contract/stored-files.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { fetchFile, fetchZip } from './fetch-files.ts'
import { listFiles } from './file-list.ts'
import { removeFile } from './remove-file.ts'

export const fileRoutes: Route<Services>[] = [
  route(storedFileApi.list, (services: Services, { caller, query }) => listFiles(services, caller, query)),
  route(storedFileApi.zip, (services: Services, { caller, query }) =>
    fetchZip(services, caller, { customerId: query.customerID, fileIds: query.fileIDs, fileName: 'regie-bestanden.zip' }),
  ),
  route(storedFileApi.download, (services: Services, { caller, params }) => fetchFile(services, caller, params.fileID)),
  route(storedFileApi.remove, (services: Services, { caller, params }) => removeFile(services, caller, params.fileID)),
]
