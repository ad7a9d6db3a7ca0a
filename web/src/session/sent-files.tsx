import { mailAttachmentApi, type SentAttachment } from '@regie/contract/mail-attachments.ts'
import { addressOf } from '../api/call-api.ts'
import { download } from '../api/download.ts'
import { useText } from '../locales/i18n.tsx'
import { MessageFile } from './message-file.tsx'
import styles from './message-file.module.css'
import { useMayCall } from './use-right.ts'

type SentFilesProps = { caseID: number; communicationID: number; files: readonly SentAttachment[]; label: string }

/** The files that went with a message of ours, for who may: a picture is shown and opens large, and each is saved. */
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

/** What stands beneath the file of a WhatsApp message: its kept text begins with the name of the file, which is shown already. */
export function textBeneath(text: string, files: readonly SentAttachment[]): string {
  const head = files.map(({ fileName }) => `[${fileName}]\n\n`).find((line) => text.startsWith(line))
  return head === undefined ? text : text.slice(head.length)
}

type SentFileProps = { file: SentAttachment; caseID: number; communicationID: number }

function SentFile({ file, ...of }: SentFileProps) {
  const t = useText()
  const call = { params: { ...of, no: file.no } }
  return (
    <MessageFile
      file={file}
      address={addressOf(mailAttachmentApi.picture, call)}
      onSave={() => download(mailAttachmentApi.get, call, file.fileName)}
      // No mask knows what stands in a file.
      refusal={useMayCall(mailAttachmentApi.get) ? undefined : t('ui.noRight')}
    />
  )
}
