import { Right } from '@regie/contract/right-codes.ts'
import type { FileTab, StoredFile } from '@regie/contract/stored-files.ts'
import { useCallback, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { useGoTo } from '../../session/address.ts'
import { EmptyToFill } from '../../session/empty-to-fill.tsx'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { readSort, writeSort } from '../../ui/table-sort.ts'
import { useFileColumns } from './file-columns.tsx'
import { RemoveFilesDialog } from './remove-files-dialog.tsx'
import { fetchFile, type FileFilters, type useStoredFiles, whyNotFetched } from './stored-files-data.ts'

const newest = { key: 'createdAt', direction: 'desc' } as const

type FilesTableProps = {
  tab: FileTab
  list: ReturnType<typeof useStoredFiles>
  filters: FileFilters
  onFilters: (changed: Partial<FileFilters>) => void
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
}

/** The files of a tab, the newest first; Enter takes one along. */
export function FilesTable({ tab, list, filters, onFilters, chosen, onChosen }: FilesTableProps) {
  const t = useText()
  const mayRemove = useRight(Right.removeFiles)
  const [asked, setAsked] = useState<StoredFile | null>(null)
  const whyNot = (file: StoredFile) => {
    const key = whyNotFetched(file)
    return key === null ? undefined : t(key)
  }
  const whyKept = ({ isInUse }: StoredFile) => (!mayRemove ? t('ui.noRight') : isInUse ? t('storedFiles.why.inUse') : undefined)
  const { retry } = list
  const take = useCallback(
    (file: StoredFile) => {
      const key = whyNotFetched(file)
      if (key !== null) return notify(t(key))
      // Who took it along is in the list.
      void fetchFile(file).then(retry, (failure: Error) =>
        notify(t('storedFiles.notFetched', { name: file.name, why: failureWords(failure) })),
      )
    },
    [retry, t],
  )
  const columns = useFileColumns(tab, take)
  return (
    <>
      <DataTable<StoredFile>
        label={t(`storedFiles.tabs.${tab}`)}
        columns={columns}
        list={list}
        rowKey={({ fileID }) => String(fileID)}
        onOpen={take}
        rowActions={(file) => [
          { key: 'fetch', label: t('storedFiles.fetch'), icon: 'download', reason: whyNot(file), onPress: () => take(file) },
          { key: 'remove', label: t('storedFiles.remove.verb'), icon: 'trash', reason: whyKept(file), onPress: () => setAsked(file) },
        ]}
        sort={readSort(filters.sort, newest)}
        onSort={(sort) => onFilters({ sort: writeSort(sort) })}
        chosen={chosen}
        onChosen={onChosen}
        empty={filters.q === '' ? <NoFiles tab={tab} /> : <NothingFound onClear={() => onFilters({ q: '' })} />}
      />
      {asked !== null && <RemoveFilesDialog files={[asked]} onClose={() => setAsked(null)} />}
    </>
  )
}

const fills = {
  batch: { right: Right.uploadFiles, to: paths.upload() },
  report: { right: Right.exportReports, to: paths.reports({}) },
  result: { right: Right.exportReports, to: paths.reports({}) },
}

function NoFiles({ tab }: { tab: FileTab }) {
  const t = useText()
  const goTo = useGoTo()
  const { right, to } = fills[tab]
  return (
    <EmptyToFill
      icon="file"
      title={t(`storedFiles.empty.${tab}`)}
      text={t(`storedFiles.empty.${tab}Text`)}
      right={right}
      action={
        <Button kind="main" onPress={() => goTo(to)}>
          {t(tab === 'batch' ? 'storedFiles.empty.upload' : 'storedFiles.empty.make')}
        </Button>
      }
    />
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const t = useText()
  return (
    <EmptyState
      icon="search"
      title={t('storedFiles.none.title')}
      text={t('storedFiles.none.text')}
      action={<Button onPress={onClear}>{t('storedFiles.none.clear')}</Button>}
    />
  )
}
