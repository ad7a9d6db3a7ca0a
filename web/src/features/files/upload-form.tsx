import { type Import, uploadBytesMax } from '@regie/contract/files.ts'
import { useRef, useState } from 'react'
import { isCancelled } from '../../api/api-failure.ts'
import { formatBytes } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { useSelection } from '../../session/selection.ts'
import { Button } from '../../ui/button.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import styles from './files.module.css'
import { uploadFile } from './import-data.ts'
import { LeftImports } from './left-imports.tsx'

type UploadFormProps = {
  customerID: number
  /** The script of the file before: another file is mostly for the same. */
  scriptBefore: number | null
  onUploaded: (started: Import) => void
}
type Sending = { name: string; sent: number; total: number }

export function UploadForm({ customerID, scriptBefore, onUploaded }: UploadFormProps) {
  const t = useText()
  const { scripts, scriptID: selected } = useSelection()
  const [chosen, setChosen] = useState<string | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  // A file that came before its script waits for it.
  const [waiting, setWaiting] = useState<File | null>(null)
  const cancel = useRef<AbortController>(null)
  const usable = scripts.filter((script) => script.active)
  const scriptID = chosen ?? String(selected ?? scriptBefore ?? (usable.length === 1 ? usable[0]?.scriptID : undefined) ?? '')
  const send = async (file: File, script = scriptID) => {
    setFailure(null)
    setWaiting(script === '' ? file : null)
    if (script === '') return
    cancel.current = new AbortController()
    setSending({ name: file.name, sent: 0, total: file.size })
    try {
      const started = await uploadFile(customerID, Number(script), file, {
        signal: cancel.current.signal,
        onProgress: (sent, total) => setSending({ name: file.name, sent, total }),
      })
      onUploaded(started)
    } catch (refusal) {
      if (!isCancelled(refusal)) setFailure(refusal as Error)
    }
    setSending(null)
  }
  return (
    <div className={styles.begin}>
      <Panel>
        <div className={styles.upload}>
          <SearchSelect
            label={t('files.script')}
            help={t('files.scriptHelp')}
            isRequired
            value={scriptID}
            error={waiting === null ? undefined : t('files.scriptMissing', { name: waiting.name })}
            onChange={(script) => {
              setChosen(script)
              if (waiting !== null) void send(waiting, script)
            }}
            options={[
              ...(scriptID === '' ? [{ value: '', label: t('files.chooseScript') }] : []),
              ...scripts.map((script) => ({
                value: String(script.scriptID),
                label: script.active ? script.name : t('files.scriptInactive', { name: script.name }),
              })),
            ]}
          />
          {sending === null ? (
            <FileDrop
              label={t('files.drop')}
              help={t('files.dropHelp', { megabytes: uploadBytesMax / 1_048_576 })}
              accept={['.csv', '.txt', '.tsv', '.xlsx', '.zip']}
              maxBytes={uploadBytesMax}
              onFile={(file) => void send(file)}
              error={failure === null ? undefined : failureWords(failure)}
            />
          ) : (
            <div className={styles.sending}>
              <ProgressBar
                label={t('files.sending', { name: sending.name })}
                done={sending.sent}
                total={sending.total}
                note={t('files.sent', { sent: formatBytes(sending.sent), total: formatBytes(sending.total) })}
              />
              <Button onPress={() => cancel.current?.abort()}>{t('files.stopSending')}</Button>
            </div>
          )}
        </div>
      </Panel>
      {sending === null && <LeftImports customerID={customerID} />}
    </div>
  )
}
