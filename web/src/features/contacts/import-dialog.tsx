import { contactApi, contactFile, type ContactImport, type ContactRowFault } from '@regie/contract/contacts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { upload } from '../../api/upload.ts'
import { apiKey } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { contactsRefresh } from './contacts-data.ts'
import styles from './contacts.module.css'

type Looked = { file: File; found: ContactImport; isDone: boolean }

/** A CSV file of contacts: first what it would come to, then, once confirmed, what it did. */
export function ImportDialog({ customerID, onClose }: { customerID: number; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const [looked, setLooked] = useState<Looked | null>(null)
  async function send(file: File, isDone: boolean) {
    setBusy(true)
    setFailure(null)
    try {
      const found = await upload(isDone ? contactApi.import : contactApi.checkImport, { body: { customerID } }, file)
      setLooked({ file, found, isDone })
      if (isDone) await Promise.all(contactsRefresh.map((changed) => client.invalidateQueries({ queryKey: apiKey(changed) })))
    } catch (refusal) {
      setFailure(refusal as Error)
    }
    setBusy(false)
  }
  const total = looked === null ? 0 : looked.found.added + looked.found.changed
  const actions = (
    <>
      {looked !== null && <Button onPress={() => setLooked(null)}>{t('contacts.file.other')}</Button>}
      <Button kind={looked?.isDone ? 'main' : 'plain'} onPress={onClose}>
        {t('contacts.file.close')}
      </Button>
      {looked !== null && !looked.isDone && (
        <Button kind="main" isBusy={isBusy} isDisabled={total === 0} onPress={() => void send(looked.file, true)}>
          {t('contacts.file.verb', { count: total })}
        </Button>
      )}
    </>
  )
  return (
    <Dialog isOpen size="wide" title={t('contacts.actions.import')} onClose={onClose} actions={actions}>
      {looked === null ? (
        <FileDrop
          label={t('contacts.file.label')}
          help={t('contacts.file.help')}
          accept={['.csv', '.txt']}
          maxBytes={contactFile.bytesMax}
          isBusy={isBusy}
          error={failure === null ? undefined : failureWords(failure)}
          onFile={(file) => void send(file, false)}
        />
      ) : (
        <Found looked={looked} failure={failure} />
      )}
    </Dialog>
  )
}

function Found({ looked: { file, found, isDone }, failure }: { looked: Looked; failure: Error | null }) {
  const t = useText()
  const { added, changed, same, refused, rows, columns } = found
  const isNothing = added + changed === 0
  const counts = (['added', 'changed', 'same'] as const).map((name) =>
    t(`contacts.file.${name}`, { count: { added, changed, same }[name] }),
  )
  return (
    <div className={styles.fields}>
      <Notice
        tone={isNothing ? 'warning' : isDone ? 'success' : 'info'}
        icon={isNothing ? 'alert' : isDone ? 'check' : 'info'}
        title={t(isDone ? 'contacts.file.done' : 'contacts.file.would', { file: file.name })}
      >
        {counts.join(' · ')}
        {columns.length > 0 && <div>{t('contacts.file.columns', { names: columns.join(', ') })}</div>}
      </Notice>
      {failure !== null && <Notice tone="error" icon="error" isAlert title={failureWords(failure)} />}
      {refused > 0 && <Refused refused={refused} rows={rows} />}
    </div>
  )
}

function Refused({ refused, rows }: { refused: number; rows: readonly ContactRowFault[] }) {
  const t = useText()
  const title = t('contacts.file.refused', { count: refused })
  return (
    <Notice tone="warning" icon="alert" title={title}>
      <ScrollRegion label={title} className={styles.rows}>
        <table className={styles.refused}>
          <thead>
            <tr>
              <th scope="col">{t('contacts.file.row')}</th>
              <th scope="col">{t('contacts.contact')}</th>
              <th scope="col">{t('contacts.file.why')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, value, why }) => (
              <tr key={row}>
                <td className="numbers">{row}</td>
                <td>{value}</td>
                <td>{t(`contacts.faults.${why}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Notice>
  )
}
