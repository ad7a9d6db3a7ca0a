import { blacklistApi, blacklistFile, type ImportOutcome, type RefusedRow } from '@regie/contract/blacklist.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '../../api/download.ts'
import { upload } from '../../api/upload.ts'
import { apiKey } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { listingReason } from '../../locales/listing-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import styles from './blacklist.module.css'
import { type ReasonChoice, ReasonFields } from './reason-fields.tsx'

/** A CSV file of numbers and addresses: first what it would come to, then, once confirmed, what was added. */
export function ImportDialog({ customerID, onClose }: { customerID: number; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const [choice, setChoice] = useState<ReasonChoice>({ reason: 'request', retention: '2y' })
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null)
  const [checked, setChecked] = useState<{ file: File; found: ImportOutcome } | null>(null)
  async function check(file: File) {
    setBusy(true)
    setFailure(null)
    try {
      setChecked({ file, found: await upload(blacklistApi.checkImport, { body: { customerID, ...choice } }, file) })
    } catch (refusal) {
      setFailure(refusal as Error)
    }
    setBusy(false)
  }
  async function send(file: File) {
    setBusy(true)
    setFailure(null)
    try {
      setOutcome(await upload(blacklistApi.import, { body: { customerID, ...choice } }, file))
      await Promise.all([blacklistApi.list, undoApi.list].map((changed) => client.invalidateQueries({ queryKey: apiKey(changed) })))
    } catch (refusal) {
      setFailure(refusal as Error)
    }
    setBusy(false)
  }
  const startAnew = () => {
    setOutcome(null)
    setChecked(null)
    setFailure(null)
  }
  const actions = (
    <>
      {outcome !== null && <Button onPress={startAnew}>{t('blacklist.file.again')}</Button>}
      {outcome === null && checked !== null && <Button onPress={startAnew}>{t('blacklist.file.other')}</Button>}
      <Button kind={outcome === null ? 'plain' : 'main'} onPress={onClose}>
        {t('blacklist.file.close')}
      </Button>
      {outcome === null && checked !== null && (
        <Button kind="main" isBusy={isBusy} isDisabled={checked.found.added === 0} onPress={() => void send(checked.file)}>
          {t('blacklist.file.verb', { count: checked.found.added })}
        </Button>
      )}
    </>
  )
  return (
    <Dialog isOpen title={t('blacklist.file.title')} size="wide" onClose={onClose} actions={actions}>
      {outcome === null && checked !== null ? (
        <>
          <Checked file={checked.file} found={checked.found} />
          {failure !== null && <Notice tone="error" icon="error" isAlert title={failureWords(failure)} />}
        </>
      ) : outcome === null ? (
        <div className={styles.fields}>
          <ReasonFields value={choice} onChange={(changed) => setChoice({ ...choice, ...changed })} />
          <FileDrop
            label={t('blacklist.file.label')}
            help={t('blacklist.file.help')}
            accept={['.csv', '.txt']}
            maxBytes={blacklistFile.bytesMax}
            isBusy={isBusy}
            error={failure === null ? undefined : failureWords(failure)}
            onFile={(file) => void check(file)}
          />
        </div>
      ) : (
        <Imported outcome={outcome} />
      )}
    </Dialog>
  )
}

/** What the file would come to; nothing is added yet. */
function Checked({ file, found: { added, refused, rows, columns, sample } }: { file: File; found: ImportOutcome }) {
  const t = useText()
  const hasNotes = sample.some(({ note }) => note !== '')
  return (
    <div className={styles.fields}>
      <Notice tone={added > 0 ? 'info' : 'warning'} icon={added > 0 ? 'info' : 'alert'} title={t('blacklist.file.would', { count: added })}>
        {t('blacklist.file.chosen', { file: file.name })}
        {columns.length > 0 && <div>{t('blacklist.file.columns', { names: columns.join(', ') })}</div>}
      </Notice>
      {sample.length > 0 && (
        <table className={styles.refused} aria-label={t('blacklist.file.sample')}>
          <thead>
            <tr>
              <th scope="col">{t('blacklist.file.row')}</th>
              <th scope="col">{t('blacklist.columns.value')}</th>
              <th scope="col">{t('blacklist.reason.label')}</th>
              <th scope="col">{t('blacklist.form.retention')}</th>
              {hasNotes && <th scope="col">{t('blacklist.file.note')}</th>}
            </tr>
          </thead>
          <tbody>
            {sample.map(({ row, value, reason, retention, note }) => (
              <tr key={row}>
                <td className="numbers">{row}</td>
                <td>{value}</td>
                <td>{listingReason(t, reason)}</td>
                <td>{t(`cases.retentions.${retention}`)}</td>
                {hasNotes && <td>{note}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {refused > 0 && <Refused title={t('blacklist.file.wouldRefuse', { count: refused })} refused={refused} rows={rows} />}
    </div>
  )
}

function Imported({ outcome: { added, refused, rows } }: { outcome: ImportOutcome }) {
  const t = useText()
  return (
    <div className={styles.fields}>
      <Notice
        tone={added > 0 ? 'success' : 'warning'}
        icon={added > 0 ? 'check' : 'alert'}
        title={t('blacklist.file.added', { count: added })}
      />
      {refused > 0 && <Refused title={t('blacklist.file.refused', { count: refused })} refused={refused} rows={rows} />}
    </div>
  )
}

function Refused({ title, refused, rows }: { title: string; refused: number; rows: readonly RefusedRow[] }) {
  const t = useText()
  return (
    <Notice
      tone="warning"
      icon="alert"
      title={title}
      action={<Button onPress={() => saveRefused(t, rows)}>{t('blacklist.file.report')}</Button>}
    >
      {refused > rows.length && t('blacklist.file.first', { count: rows.length })}
      <ScrollRegion label={title} className={styles.rows}>
        <RefusedRows rows={rows} />
      </ScrollRegion>
    </Notice>
  )
}

function RefusedRows({ rows }: { rows: readonly RefusedRow[] }) {
  const t = useText()
  return (
    <table className={styles.refused}>
      <thead>
        <tr>
          <th scope="col">{t('blacklist.file.row')}</th>
          <th scope="col">{t('blacklist.columns.value')}</th>
          <th scope="col">{t('blacklist.reason.label')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, value, why }) => (
          <tr key={row}>
            <td className="numbers">{row}</td>
            <td>{value}</td>
            <td>{t(`blacklist.why.${why}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function saveRefused(t: ReturnType<typeof useText>, rows: readonly RefusedRow[]) {
  const cell = (text: string) => `"${text.replaceAll('"', '""').replace(/^[=+\-@]/, "'$&")}"`
  const lines = rows.map(({ row, value, why }) => [String(row), value, t(`blacklist.why.${why}`)].map(cell).join(';'))
  saveFile(new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' }), 'blacklist-overgeslagen.csv')
}
