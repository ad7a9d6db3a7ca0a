import { fileApi } from '@regie/contract/files.ts'
import type { Import, LeftImport } from '@regie/contract/files.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { batchApi } from '@regie/contract/batches.ts'
import { download } from '../../api/download.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

// The server tells when something moved; this is for a message that got lost on the way.
const workingRefetchMs = 5000

/** Is the server working on it, so that nothing is asked of the user now? */
export function isWorking(status: Import['status']): boolean {
  return status === 'reading' || status === 'checking' || status === 'importing'
}

/** How far an import is; found again after a reload by its id in the address. */
export function useImport(importID: number) {
  useLiveUpdates({ topic: 'import', importID }, [fileApi.getImport])
  const first = useApi(fileApi.getImport, { params: { importID } })
  const working = first.data !== undefined && isWorking(first.data.status)
  useApi(fileApi.getImport, { params: { importID } }, { isEnabled: working, refetchMs: workingRefetchMs })
  return first
}

/** The imports of a customer that have no end yet. */
export function useLeftImports(customerID: number): readonly LeftImport[] {
  const { data = [] } = useApi(
    fileApi.left,
    { query: { customerID } },
    { staleMs: 0, refetchMs: (left) => left.some(({ status }) => isWorking(status)) && workingRefetchMs },
  )
  return data
}

/** The fields of a script, to map columns to. */
export function useScriptFields(scriptID: number) {
  return useApi(scriptApi.get, { params: { scriptID } }, { staleMs: 60_000 })
}

const refresh = [fileApi.getImport]

export const useChangeMapping = () => useApiChange(fileApi.changeMapping, { refresh })
export const useConfirmImport = () => useApiChange(fileApi.confirm, { refresh: [fileApi.getImport, batchApi.list] })
export const useCancelImport = () => useApiChange(fileApi.cancel, { refresh: [fileApi.left] })

/** The rows that are not imported as a workbook, to mend and upload again. */
export function downloadErrors(importID: number, locale: Locale) {
  return download(fileApi.errors, { params: { importID }, query: { locale } }, `import-${importID}.xlsx`)
}
