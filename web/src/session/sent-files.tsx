import { mailAttachmentApi, type SentAttachment } from '@regie/contract/mail-attachments.ts'
import { download } from '../api/download.ts'
import { useDownload } from '../api/use-download.ts'
import { formatBytes } from '../locales/format.ts'
import { Button } from '../ui/button.tsx'
import { FailureText } from '../ui/failure-text.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './sent-files.module.css'
import { useMayCall } from './use-right.ts'

type SentFilesProps = { caseID: number; communicationID: number; files: readonly SentAttachment[]; label: string }

/** The files that went with an e-mail of ours, each to be saved by who may. */
export function SentFiles({ files, label, ...of }: SentFilesProps) {
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label={label}>
      {files.map((file) => (
        <li key={file.no}>
          <SentFile file={file} {...of} />
        </li>
      ))}
    </ul>
  )
}

function SentFile({ file: { no, fileName, bytes }, ...of }: { file: SentAttachment; caseID: number; communicationID: number }) {
  const { isBusy, failure, save } = useDownload(() => download(mailAttachmentApi.get, { params: { ...of, no } }, fileName))
  const mayOpen = useMayCall(mailAttachmentApi.get)
  // No mask knows what stands in a file.
  if (!mayOpen) return `${fileName} · ${formatBytes(bytes)}`
  return (
    <>
      <Button icon={<Icon name="paperclip" size={16} />} isBusy={isBusy} onPress={save}>
        {fileName} · {formatBytes(bytes)}
      </Button>
      {failure !== null && <FailureText failure={failure} />}
    </>
  )
}
