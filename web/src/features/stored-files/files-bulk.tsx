import { Right } from '@regie/contract/right-codes.ts'
import { type StoredFile, zipFilesMax } from '@regie/contract/stored-files.ts'
import { useState } from 'react'
import { useDownload } from '../../api/use-download.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RemoveFilesDialog } from './remove-files-dialog.tsx'
import { fetchZip, whyNotFetched } from './stored-files-data.ts'

type FilesBulkProps = { customerID: number; files: readonly StoredFile[]; onFetched: () => void; onGone: () => void }

/** What can be done with several files at once: take them along as one ZIP, delete them. */
export function FilesBulk({ customerID, files, onFetched, onGone }: FilesBulkProps) {
  const t = useText()
  const [isRemoving, setRemoving] = useState(false)
  const { isBusy, failure, save } = useDownload(async () => {
    await fetchZip(
      customerID,
      files.map(({ fileID }) => fileID),
    )
    onFetched()
  })
  const kept = files.find((file) => whyNotFetched(file) !== null)
  const why = kept === undefined ? null : whyNotFetched(kept)
  const reason =
    files.length > zipFilesMax
      ? t('storedFiles.zipMax', { count: zipFilesMax })
      : why !== null && kept !== undefined
        ? `${kept.name}: ${t(why)}`
        : undefined
  const used = files.find(({ isInUse }) => isInUse)
  return (
    <>
      {failure !== null && <FailureText failure={failure} />}
      <Button icon={<Icon name="download" size={16} />} isBusy={isBusy} reason={reason} onPress={save}>
        {t('storedFiles.zip')}
      </Button>
      <Can right={Right.removeFiles} refusal={used === undefined ? undefined : `${used.name}: ${t('storedFiles.why.inUse')}`}>
        {(refusal) => (
          <Button kind="danger" reason={refusal} onPress={() => setRemoving(true)}>
            {t('storedFiles.remove.verb')}
          </Button>
        )}
      </Can>
      {isRemoving && <RemoveFilesDialog files={files} onClose={() => setRemoving(false)} onGone={onGone} />}
    </>
  )
}
