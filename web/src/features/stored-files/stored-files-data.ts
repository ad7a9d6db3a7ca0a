import { fileSorts, fileTabs, type FileTab, type StoredFile, storedFileApi } from '@regie/contract/stored-files.ts'
import { useEffect } from 'react'
import { download } from '../../api/download.ts'
import { useApiChange } from '../../api/use-api.ts'
import { useRows } from '../../api/use-rows.ts'

export const fileFilterNames = ['q', 'sort'] as const
export type FileFilters = Record<(typeof fileFilterNames)[number], string>

/** The tab that an address names; the first where it names none. */
export const tabOf = (value: string): FileTab => fileTabs.find((tab) => tab === value) ?? 'batch'

// Somebody waits for a file that is made or looked at.
const refetchMs = 2500

/** The files of a customer in a tab; asked again by itself while something in it is not ready. */
export function useStoredFiles(customerID: number, tab: FileTab, { q, sort }: FileFilters) {
  const wantedSort = fileSorts.find((known) => known === sort.replace(/^-/, ''))
  const list = useRows(storedFileApi.list, {
    query: {
      customerID,
      tab,
      ...(q.trim() !== '' && { q: q.trim() }),
      ...(wantedSort !== undefined && { sort: wantedSort, direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) }),
    },
  })
  const isUnready = list.rows.some(({ state }) => state === 'making' || state === 'waiting')
  const { retry } = list
  useEffect(() => {
    if (!isUnready) return
    const timer = setInterval(retry, refetchMs)
    return () => clearInterval(timer)
  }, [isUnready, retry])
  return list
}

export const fetchFile = ({ fileID, name }: Pick<StoredFile, 'fileID' | 'name'>) =>
  download(storedFileApi.download, { params: { fileID } }, name)

/** Several as one; the address carries their numbers. */
export const fetchZip = (customerID: number, fileIDs: readonly number[]) =>
  download(storedFileApi.zip, { query: { customerID, fileIDs: JSON.stringify(fileIDs) } }, 'regie.zip')

export const useRemoveFile = () => useApiChange(storedFileApi.remove, { refresh: [storedFileApi.list] })

/** Why a file cannot be taken along now, as a key of its words; null: it can. */
export function whyNotFetched({ state, mayFetch }: Pick<StoredFile, 'state' | 'mayFetch'>) {
  if (state === 'making') return 'storedFiles.why.making' as const
  if (state === 'waiting') return 'storedFiles.why.waiting' as const
  if (state === 'failed') return 'storedFiles.why.failed' as const
  return mayFetch ? null : ('storedFiles.why.right' as const)
}
