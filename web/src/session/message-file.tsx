import { fileKindOf } from '@regie/contract/mail-attachments.ts'
import { useState } from 'react'
import { useDownload } from '../api/use-download.ts'
import { formatBytes } from '../locales/format.ts'
import { useText } from '../locales/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureText } from '../ui/failure-text.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './message-file.module.css'

type MessageFileProps = {
  file: { fileName: string; mediaType: string; bytes: number }
  /** Where a picture is fetched from. */
  address: string
  /** Saves it on this computer. */
  onSave: () => Promise<void>
  /** Why it may not be opened: its name is shown all the same. */
  refusal: string | undefined
}

/** A file of a message that came or went: a picture is shown and opens large, and each is saved. */
export function MessageFile({ file: { fileName, mediaType, bytes }, address, onSave, refusal }: MessageFileProps) {
  const t = useText()
  const { isBusy, failure, save } = useDownload(onSave)
  const [isLarge, setLarge] = useState(false)
  // One that cannot be shown is still saved, and says then what is wrong.
  const [isBroken, setBroken] = useState(false)
  const saving = (
    <>
      <Button icon={<Icon name="paperclip" size={16} />} isBusy={isBusy} onPress={save}>
        {fileName} · {formatBytes(bytes)}
      </Button>
      {failure !== null && <FailureText failure={failure} />}
    </>
  )
  if (refusal !== undefined) return <ClosedFile name={fileName} bytes={bytes} isPicture={fileKindOf(mediaType) === 'image'} why={refusal} />
  if (isBroken || fileKindOf(mediaType) !== 'image') return saving
  const picture = <img src={address} alt={fileName} loading="lazy" onError={() => setBroken(true)} />
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

type ClosedProps = { name: string; bytes: number; isPicture: boolean; why: string }

/** What stands in the place of a file that the reader may not open: that there is one, and why it stays closed. */
function ClosedFile({ name, bytes, isPicture, why }: ClosedProps) {
  return (
    <div className={styles.closed} data-picture={isPicture || undefined}>
      <Icon name={isPicture ? 'lock' : 'paperclip'} size={isPicture ? 24 : 16} />
      <span>
        <strong>{name}</strong> · {formatBytes(bytes)}
      </span>
      <small>{why}</small>
    </div>
  )
}
