import { fileApi, type Import, uploadBytesMax } from '@regie/contract/files.ts'
import { fileUploadApi } from '@regie/contract/stored-files.ts'
import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { apiKey } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { useSelection } from '../../session/selection.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from './files.module.css'
import { LeftImports } from './left-imports.tsx'
import { PartialUploads } from './partial-uploads.tsx'
import { SendList } from './send-list.tsx'
import { useSendQueue } from './use-send-queue.ts'

type UploadFormProps = {
  customerID: number
  /** The script of the file before: another file is mostly for the same. */
  scriptBefore: number | null
  onUploaded: (started: Import) => void
}

export function UploadForm({ customerID, scriptBefore, onUploaded }: UploadFormProps) {
  const t = useText()
  const { scripts, scriptID: selected } = useSelection()
  const [chosen, setChosen] = useState<string | null>(null)
  // Files that came before their script wait for it.
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const queue = useSendQueue(customerID, (item, all) => {
    for (const list of [fileApi.left, fileUploadApi.left]) void queryClient.invalidateQueries({ queryKey: apiKey(list) })
    // One file is gone on with; several are found in the list, each in its own time.
    if (all.length === 1 && item.made !== null) onUploaded(item.made)
  })
  const usable = scripts.filter((script) => script.active)
  const scriptID = chosen ?? String(selected ?? scriptBefore ?? (usable.length === 1 ? usable[0]?.scriptID : undefined) ?? '')
  const take = (file: File) => {
    if (scriptID === '') setWaiting((before) => [...before, file])
    else queue.add([file], Number(scriptID))
  }
  const isSending = queue.items.some(({ state }) => state === 'queued' || state === 'sending')
  return (
    <div className={styles.begin}>
      <Panel>
        <div className={styles.upload}>
          <SearchSelect
            label={t('files.script')}
            help={t('files.scriptHelp')}
            isRequired
            value={scriptID}
            error={waiting.length === 0 ? undefined : t('files.scriptMissing', { name: waiting.map(({ name }) => name).join(', ') })}
            onChange={(script) => {
              setChosen(script)
              if (script === '') return
              queue.add(waiting, Number(script))
              setWaiting([])
            }}
            options={[
              ...(scriptID === '' ? [{ value: '', label: t('files.chooseScript') }] : []),
              ...scripts.map((script) => ({
                value: String(script.scriptID),
                label: script.active ? script.name : t('files.scriptInactive', { name: script.name }),
              })),
            ]}
          />
          {queue.items.length > 0 && <SendList queue={queue} />}
          {!isSending && (
            <FileDrop
              label={t('files.drop')}
              help={t('files.dropHelp', { megabytes: uploadBytesMax / 1_048_576 })}
              accept={['.csv', '.txt', '.tsv', '.xlsx', '.zip']}
              maxBytes={uploadBytesMax}
              isMany
              onFile={take}
            />
          )}
        </div>
      </Panel>
      {!isSending && (
        <Stack>
          <PartialUploads customerID={customerID} without={queue.items.map(({ fileID }) => fileID)} />
          <LeftImports customerID={customerID} />
        </Stack>
      )}
    </div>
  )
}
