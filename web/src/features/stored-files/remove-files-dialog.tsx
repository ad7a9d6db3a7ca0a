import type { StoredFile } from '@regie/contract/stored-files.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useRemoveFile } from './stored-files-data.ts'
import styles from './stored-files.module.css'

type RemoveFilesDialogProps = { files: readonly StoredFile[]; onClose: () => void; onGone?: () => void }

/** Deletes files for good, one after the other; what is refused is named with its reason and stays. */
export function RemoveFilesDialog({ files, onClose, onGone }: RemoveFilesDialogProps) {
  const t = useText()
  const remove = useRemoveFile()
  const [refused, setRefused] = useState<readonly string[]>([])
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set())
  const left = files.filter(({ fileID }) => !gone.has(fileID))
  const removeAll = async () => {
    const removed = new Set(gone)
    const faults: string[] = []
    for (const { fileID, name } of left) {
      await remove.mutateAsync({ params: { fileID } }).then(
        () => removed.add(fileID),
        (failure: Error) => faults.push(`${name}: ${failureWords(failure)}`),
      )
    }
    setGone(removed)
    setRefused(faults)
    if (faults.length > 0) return false
    notify(t('storedFiles.remove.done', { count: files.length, name: files[0]?.name ?? '' }))
    onGone?.()
    return true
  }
  return (
    <ConfirmDialog
      isOpen
      kind="danger"
      title={t('storedFiles.remove.title', { count: left.length, name: left[0]?.name ?? '' })}
      verb={t('storedFiles.remove.verb')}
      onConfirm={removeAll}
      onClose={onClose}
    >
      <p>{t('storedFiles.remove.text')}</p>
      {left.length > 1 && (
        <ul className={styles.names}>
          {left.map(({ fileID, name }) => (
            <li key={fileID}>{name}</li>
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <Notice tone="error" icon="error" isAlert>
          {refused.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
