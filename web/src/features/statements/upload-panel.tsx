import { statementApi } from '@regie/contract/bank-statements.ts'
import { uploadBytesMax } from '@regie/contract/files.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiKey } from '../../api/use-api.ts'
import { useUpload } from '../../api/use-upload.ts'
import { formatBytes } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText, failureWords } from '../../ui/failure-text.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { fetchSample, sendStatement } from './statements-data.ts'
import styles from './statements.module.css'

type UploadPanelProps = { customerID: number; hasSample: boolean; onTaken: () => void }
type Sending = { name: string; sent: number; total: number }

/** Takes a file of the bank; at a customer of the demo it offers an example. */
export function UploadPanel({ customerID, hasSample, onTaken }: UploadPanelProps) {
  const t = useText()
  const client = useQueryClient()
  const [sending, setSending] = useState<Sending | null>(null)
  const send = (file: File) => {
    setSending({ name: file.name, sent: 0, total: file.size })
    return sendStatement(customerID, file, { onProgress: (sent, total) => setSending({ name: file.name, sent, total }) })
  }
  const { isBusy, failure, take } = useUpload(send, {
    onKept: () => {
      notify(t('statements.upload.taken'))
      onTaken()
      void client.invalidateQueries({ queryKey: apiKey(statementApi.list) })
    },
  })
  const megabytes = uploadBytesMax / 1_048_576
  return (
    <Panel>
      <div className={styles.upload}>
        {isBusy && sending !== null ? (
          <ProgressBar
            label={t('statements.upload.sending', { name: sending.name })}
            done={sending.sent}
            total={sending.total}
            note={t('statements.upload.sent', { sent: formatBytes(sending.sent), total: formatBytes(sending.total) })}
          />
        ) : (
          <FileDrop
            label={t('statements.upload.drop')}
            help={t('statements.upload.help', { megabytes })}
            accept={['.xml', '.940', '.mt940', '.sta', '.swi', '.txt']}
            maxBytes={uploadBytesMax}
            refusal={t('statements.upload.refusal', { megabytes })}
            onFile={take}
            error={failure === null ? undefined : failureWords(failure)}
          />
        )}
        {hasSample && <Sample customerID={customerID} />}
      </div>
    </Panel>
  )
}

function Sample({ customerID }: { customerID: number }) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const fetchIt = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const { fileName, content } = await fetchSample(customerID)
      const url = URL.createObjectURL(new Blob([content], { type: 'text/plain' }))
      const link = Object.assign(document.createElement('a'), { href: url, download: fileName })
      link.click()
      URL.revokeObjectURL(url)
    } catch (refusal) {
      setFailure(refusal as Error)
    }
    setBusy(false)
  }
  return (
    <div className={styles.sample}>
      <Can to={statementApi.sample}>
        {(reason) => (
          <Button reason={reason} isBusy={isBusy} onPress={() => void fetchIt()}>
            {t('statements.upload.sample')}
          </Button>
        )}
      </Can>
      <span className={styles.quiet}>{t('statements.upload.sampleHelp')}</span>
      {failure !== null && <FailureText failure={failure} />}
    </div>
  )
}
