import { fileKindOf, mailAttachmentApi, type SentAttachment } from '@regie/contract/mail-attachments.ts'
import { useState } from 'react'
import { addressOf } from '../api/call-api.ts'
import { download } from '../api/download.ts'
import { useDownload } from '../api/use-download.ts'
import { formatBytes } from '../locales/format.ts'
import { useText } from '../locales/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureText } from '../ui/failure-text.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './sent-files.module.css'
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
  const { no, fileName, mediaType, bytes } = file
  const t = useText()
  const { isBusy, failure, save } = useDownload(() => download(mailAttachmentApi.get, { params: { ...of, no } }, fileName))
  const mayOpen = useMayCall(mailAttachmentApi.get)
  const [isLarge, setLarge] = useState(false)
  // One that cannot be shown is still saved, and says then what is wrong.
  const [isBroken, setBroken] = useState(false)
  // No mask knows what stands in a file.
  if (!mayOpen) return `${fileName} · ${formatBytes(bytes)}`
  const saving = (
    <>
      <Button icon={<Icon name="paperclip" size={16} />} isBusy={isBusy} onPress={save}>
        {fileName} · {formatBytes(bytes)}
      </Button>
      {failure !== null && <FailureText failure={failure} />}
    </>
  )
  if (isBroken || fileKindOf(mediaType) !== 'image') return saving
  const picture = (
    <img src={addressOf(mailAttachmentApi.get, { params: { ...of, no } })} alt={fileName} loading="lazy" onError={() => setBroken(true)} />
  )
  return (
    <>
      <button type="button" className={styles.small} aria-label={t('ui.pictureLarge', { name: fileName })} onClick={() => setLarge(true)}>
        {picture}
      </button>
      <Dialog isOpen={isLarge} title={fileName} size="wide" onClose={() => setLarge(false)} actions={saving}>
        <div className={styles.large}>{picture}</div>
      </Dialog>
    </>
  )
}
