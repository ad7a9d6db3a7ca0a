import { attachmentBytesMax, attachmentTypes, filesMaxOf } from '@regie/contract/mail-attachments.ts'
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { formatBytes } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './attach-files.module.css'
import type { MailFiles } from './mail-files.ts'

const accept = Object.keys(attachmentTypes)
  .map((ending) => `.${ending}`)
  .join(',')

/** What is dropped or pasted within becomes an attachment; text that is pasted stays text. `files` null: it takes none. */
export function AttachArea({ files, children }: { files: MailFiles | null; children: ReactNode }) {
  const t = useText()
  const [isOver, setOver] = useState(false)
  if (files === null) return children
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  const paste = (event: ClipboardEvent) => {
    const { files: pasted, types } = event.clipboardData
    // A spreadsheet copies its cells as text and as a picture: whoever pastes those means the text.
    if (pasted.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    files.add([...pasted])
  }
  return (
    <div
      className={styles.area}
      data-over={isOver || undefined}
      onPaste={paste}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        files.add([...event.dataTransfer.files])
      }}
    >
      {children}
      {isOver && (
        <p className={styles.over}>
          <Icon name="paperclip" /> {t('outreach.compose.attachDrop')}
        </p>
      )}
    </div>
  )
}

/** The files that go with it, each with its size and a way to remove it, and why one was refused. */
export function AttachedFiles({ files: { files, waiting, faults, news, remove } }: { files: MailFiles }) {
  const t = useText()
  return (
    <>
      {files.length + waiting.length > 0 && (
        <ul className={styles.files} aria-label={t('outreach.compose.attached')}>
          {files.map((file) => (
            <li key={file.attachmentID} className={styles.file}>
              <Icon name="file" size={16} />
              <span className={styles.name} title={file.fileName}>
                {file.fileName}
              </span>
              <span className={styles.size}>{formatBytes(file.bytes)}</span>
              <IconButton icon="close" label={t('outreach.compose.attachRemove', { name: file.fileName })} onPress={() => remove(file)} />
            </li>
          ))}
          {waiting.map((file, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two files may have one name, and none moves
            <li key={`${file.name}-${index}`} className={styles.file} data-waiting>
              <Icon name="clock" size={16} />
              <span className={styles.name}>{t('outreach.compose.attachBusy', { name: file.name })}</span>
            </li>
          ))}
        </ul>
      )}
      <div role="alert">
        {faults.length > 0 && (
          <ul className={styles.faults}>
            {faults.map((fault) => (
              <li key={fault}>
                <Icon name="error" size={16} />
                <span>{fault}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <span className="visually-hidden" role="status">
        {news}
      </span>
    </>
  )
}

/** Opens the files of this computer. */
export function AttachButton({ files }: { files: MailFiles }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const help = t(files.channel === 'whatsapp' ? 'outreach.compose.attachHelpWhatsapp' : 'outreach.compose.attachHelp', {
    megabytes: attachmentBytesMax / 1_048_576,
  })
  return (
    <span title={help}>
      <Button icon={<Icon name="paperclip" size={16} />} onPress={() => input.current?.click()}>
        {t('outreach.compose.attach')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={filesMaxOf[files.channel] > 1}
        aria-label={t('outreach.compose.attach')}
        accept={accept}
        onChange={(event) => {
          files.add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </span>
  )
}
