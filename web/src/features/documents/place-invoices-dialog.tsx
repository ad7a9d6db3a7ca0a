import type { BatchRow } from '@regie/contract/batches.ts'
import { documentBytesMax, documentTypes, type PlacedInvoice, type placedOutcomes } from '@regie/contract/case-documents.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { sendInvoice } from './documents-data.ts'
import styles from './documents.module.css'

type Outcome = (typeof placedOutcomes)[number] | 'failed'
type Done = { name: string; outcome: Outcome; why: string; found: PlacedInvoice['found'] }

const accept = Object.keys(documentTypes).map((ending) => `.${ending}`)
const megabytes = documentBytesMax / 1_048_576
// What somebody has to look at.
const isLeft = ({ outcome }: Done) => outcome !== 'added' && outcome !== 'alreadyThere'

/** Adds invoices to the cases of a batch, each by the number in its name: how far it is, and which found no case. */
export function PlaceInvoicesDialog({ batch, onClose }: { batch: BatchRow; onClose: () => void }) {
  const t = useText()
  const { total, done, add, refuse } = usePlacing(batch.batchID)
  const isBusy = done.length < total
  const count = (outcome: Outcome) => done.filter((one) => one.outcome === outcome).length
  const left = done.filter(isLeft)
  const placed = done.filter((one) => !isLeft(one))
  return (
    <Dialog
      isOpen
      size="wide"
      title={t('documents.place.title')}
      isUnsaved={isBusy}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t(isBusy ? 'documents.place.stop' : 'ui.close')}</Button>}
    >
      <div className={styles.stack}>
        <p>{t('documents.place.about')}</p>
        {isBusy && <ProgressBar label={t('documents.place.busy')} done={done.length} total={total} />}
        <div role="status">
          {total > 0 && !isBusy && (
            <Notice tone={left.length === 0 ? 'success' : 'warning'} icon={left.length === 0 ? 'check' : 'alert'}>
              {t('documents.place.done', {
                added: formatNumber(count('added')),
                there: formatNumber(count('alreadyThere')),
                left: formatNumber(left.length),
              })}
            </Notice>
          )}
        </div>
        <Outcomes label={t('documents.place.left')} files={left} isBusy={isBusy} />
        <Outcomes label={t('documents.place.placed')} files={placed} isBusy={isBusy} />
        {/* It stays while it is busy: its button keeps the focus. */}
        <FileDrop
          label={t('documents.place.drop')}
          help={t('documents.place.help', { megabytes })}
          accept={accept}
          maxBytes={documentBytesMax}
          refusal={t('documents.place.refusal', { megabytes })}
          isMany
          isBusy={isBusy}
          onFile={add}
          onRefused={refuse}
        />
      </div>
    </Dialog>
  )
}

/** Files with what became of them. Each leads to its case, once leaving stops none that wait. */
function Outcomes({ label, files, isBusy }: { label: string; files: readonly Done[]; isBusy: boolean }) {
  const t = useText()
  const title = useId()
  if (files.length === 0) return null
  return (
    <div>
      <h3 id={title} className={styles.heading}>
        {label}
      </h3>
      {/* A long list is scrolled by keys too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.outcomes} aria-labelledby={title} tabIndex={0}>
        {files.map(({ name, outcome, why, found }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two files may have one name, and none moves
          <li key={`${name}-${index}`}>
            <strong>{name}</strong> · {outcome === 'failed' ? why : t(`documents.place.outcomes.${outcome}`)}
            {found !== null && !isBusy && (
              <>
                {' · '}
                <AppLink to={paths.case(found.caseID)}>{t('documents.place.toCase', { number: found.caseNumber })}</AppLink>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One file after the other, until there are no more or nobody looks any more. */
function usePlacing(batchID: number) {
  const [total, setTotal] = useState(0)
  const [done, setDone] = useState<readonly Done[]>([])
  const turn = useRef(Promise.resolve())
  const isLeft = useRef(false)
  useEffect(
    () => () => {
      isLeft.current = true
    },
    [],
  )
  const send = async (file: File) => {
    if (isLeft.current) return
    const end = (done: Omit<Done, 'name'>) => setDone((before) => [...before, { name: file.name, ...done }])
    await sendInvoice(batchID, file)
      .then(({ outcome, found }) => end({ outcome, why: '', found }))
      .catch((failure: Error) => end({ outcome: 'failed', why: failureWords(failure), found: null }))
  }
  const add = (file: File) => {
    setTotal((before) => before + 1)
    turn.current = turn.current.then(() => send(file))
  }
  // What is not sent counts as well: nobody may think that it was added.
  const refuse = ({ name }: File, why: string) => {
    setTotal((before) => before + 1)
    setDone((before) => [...before, { name, outcome: 'failed', why, found: null }])
  }
  return { total, done, add, refuse }
}
