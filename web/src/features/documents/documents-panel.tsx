import { type AddedKind, type CaseDocument, caseDocumentApi, documentBytesMax, documentTypes } from '@regie/contract/case-documents.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { type Letter, letterApi } from '@regie/contract/letters.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { download } from '../../api/download.ts'
import { apiKey } from '../../api/use-api.ts'
import { useDownload } from '../../api/use-download.ts'
import { errorText } from '../../locales/error-text.ts'
import { formatBytes, formatDate } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { personName } from '../../session/people.ts'
import { useMayCall, useRight } from '../../session/use-right.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureText, failureWords } from '../../ui/failure-text.tsx'
import { refusalOf } from '../../ui/file-drop.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Panel } from '../../ui/panel.tsx'
import { changedByDocument, sendDocument, useDocuments, useLetters, useRemoveDocument } from './documents-data.ts'
import { CancelLetterButton, LetterState } from './letter-state.tsx'
import { SendLetterDialog } from './send-letter-dialog.tsx'
import styles from './documents.module.css'

const accept = Object.keys(documentTypes).map((ending) => `.${ending}`)
const megabytes = documentBytesMax / 1_048_576
// Said before it is sent: a large file takes its time to be refused.
const refusals = {
  'file.typeUnsupported': 'document.typeUnsupported',
  'file.tooLarge': 'document.tooLarge',
  'file.empty': 'file.empty',
} as const

/** The invoice and other documents of a case: each to be saved, added and removed by who may. */
export function DocumentsPanel({ found }: { found: CaseDetail }) {
  const t = useText()
  const query = useDocuments(found.caseID)
  const [removed, setRemoved] = useState<CaseDocument | null>(null)
  const [isWriting, setWriting] = useState(false)
  const [mayAdd, maySend, mayLock] = [useMayCall(caseDocumentApi.add), useMayCall(letterApi.send), useRight(Right.lockBatches)]
  const locked = found.batchLocked && !mayLock ? t('cases.locked') : undefined
  const closed = found.status === 'closed' ? t('cases.refusals.caseClosed') : undefined
  const refusal = mayAdd ? locked : t('ui.noRight')
  const adding = useAdding(found.caseID)
  const { data } = query
  const letters = useLetters(found.caseID, data?.some(({ kind }) => kind === 'letter') === true)
  return (
    <Panel
      title={t('documents.panel')}
      actions={
        <>
          <Button
            icon={<Icon name="mail" size={16} />}
            reason={maySend ? (locked ?? closed) : t('ui.noRight')}
            onPress={() => setWriting(true)}
          >
            {t('documents.letters.send')}
          </Button>
          <AddButton adding={adding} refusal={refusal} />
        </>
      }
    >
      {data === undefined && <NotLoaded query={query} lines={1} />}
      {data?.length === 0 && adding.names.length === 0 && (
        <p className={styles.quiet} data-nothing>
          {t('documents.none')}
        </p>
      )}
      {data !== undefined && data.length + adding.names.length > 0 && (
        <ul className={styles.list}>
          {adding.names.map((name, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two files may have one name, and none moves
            <li key={`${name}-${index}`} className={styles.item}>
              <Icon name="clock" size={16} />
              <span className={styles.words}>{t('documents.sending', { name })}</span>
            </li>
          ))}
          {data.map((document) => (
            <li key={document.documentID} className={styles.item}>
              <DocumentItem
                caseID={found.caseID}
                document={document}
                letter={letters?.find(({ documentID }) => documentID === document.documentID)}
                refusal={refusal}
                onRemove={() => setRemoved(document)}
              />
            </li>
          ))}
        </ul>
      )}
      <div role="alert">
        {adding.faults.map((fault) => (
          <p key={fault} className={styles.fault}>
            <Icon name="error" size={16} /> {fault}
          </p>
        ))}
      </div>
      {isWriting && <SendLetterDialog caseID={found.caseID} onClose={() => setWriting(false)} />}
      {removed !== null && <RemoveDialog caseID={found.caseID} document={removed} onClose={() => setRemoved(null)} />}
    </Panel>
  )
}

type Adding = ReturnType<typeof useAdding>

/** Files that are added one after the other, and why one was refused. */
function useAdding(caseID: number) {
  const t = useText()
  const client = useQueryClient()
  const [names, setNames] = useState<readonly string[]>([])
  const [faults, setFaults] = useState<readonly string[]>([])
  const add = async (kind: AddedKind, files: readonly File[]) => {
    const refused = files.flatMap((file) => {
      const code = refusalOf(file, accept, documentBytesMax)
      return code === null ? [] : [{ file, why: errorText(refusals[code], { megabytes }) }]
    })
    const faultOf = ({ name }: File, why: string) => t('documents.refused', { name, why })
    setFaults(refused.map(({ file, why }) => faultOf(file, why)))
    const sent = files.filter((file) => !refused.some((one) => one.file === file))
    setNames(sent.map(({ name }) => name))
    let added = 0
    for (const file of sent) {
      // oxlint-disable-next-line no-await-in-loop -- one at a time: what is there counts for the next
      await sendDocument(caseID, kind, file).then(
        () => {
          added += 1
        },
        (failure: Error) => setFaults((before) => [...before, faultOf(file, failureWords(failure))]),
      )
      setNames((before) => before.slice(1))
      for (const shown of changedByDocument) void client.invalidateQueries({ queryKey: apiKey(shown) })
    }
    if (added > 0) notify(t('documents.added', { count: added }))
  }
  return { names, faults, add: (kind: AddedKind, files: readonly File[]) => void add(kind, files) }
}

function AddButton({ adding, refusal }: { adding: Adding; refusal: string | undefined }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const kind = useRef<AddedKind>('invoice')
  const choose = (chosen: AddedKind) => {
    kind.current = chosen
    input.current?.click()
  }
  const reason = refusal ?? (adding.names.length > 0 ? t('documents.busy') : undefined)
  return (
    <>
      <Menu
        label={t('documents.add')}
        trigger={<Button icon={<Icon name="plus" size={16} />}>{t('documents.add')}</Button>}
        items={[
          { key: 'invoice', label: t('documents.addInvoice'), icon: 'payment', reason, onPress: () => choose('invoice') },
          { key: 'other', label: t('documents.addOther'), icon: 'paperclip', reason, onPress: () => choose('other') },
        ]}
      />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t('documents.add')}
        accept={accept.join(',')}
        onChange={(event) => {
          adding.add(kind.current, [...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}

type ItemProps = {
  caseID: number
  document: CaseDocument
  letter: Letter | undefined
  refusal: string | undefined
  onRemove: () => void
}

function DocumentItem({ caseID, document, letter, refusal, onRemove }: ItemProps) {
  const { documentID, kind, fileName, bytes, addedAt, by, isWaiting } = document
  const t = useText()
  const mayOpen = useMayCall(caseDocumentApi.get)
  const { isBusy, failure, save } = useDownload(() => download(caseDocumentApi.get, { params: { caseID, documentID } }, fileName))
  const waits = isWaiting ? t('documents.waiting') : undefined
  return (
    <>
      <div className={styles.words}>
        {/* No mask knows what stands in a file. */}
        <Button
          kind="quiet"
          icon={<Icon name="file" size={16} />}
          reason={mayOpen ? waits : t('ui.noRight')}
          isBusy={isBusy}
          onPress={save}
        >
          {fileName}
        </Button>
        <p className={styles.quiet}>
          {kind === 'invoice' && (
            <Badge tone="info" icon="payment">
              {t('documents.invoice')}
            </Badge>
          )}
          {letter !== undefined && <LetterState letter={letter} />} {formatBytes(bytes)} · {formatDate(addedAt)}
          {by !== '' && <> · {personName(by)}</>}
          {waits !== undefined && <> · {waits}</>}
        </p>
        {failure !== null && <FailureText failure={failure} />}
      </div>
      {kind !== 'letter' ? (
        <IconButton icon="trash" label={t('documents.removeOne', { name: fileName })} reason={refusal} onPress={onRemove} />
      ) : (
        letter?.state === 'queued' && <CancelLetterButton caseID={caseID} letter={letter} />
      )}
    </>
  )
}

function RemoveDialog({ caseID, document, onClose }: { caseID: number; document: CaseDocument; onClose: () => void }) {
  const t = useText()
  const remove = useRemoveDocument()
  const { documentID, kind, fileName } = document
  return (
    <ConfirmDialog
      isOpen
      kind="danger"
      title={t('documents.removeOne', { name: fileName })}
      verb={t('documents.remove')}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { caseID, documentID } })
        notify(t('documents.removed'))
      }}
      onClose={onClose}
    >
      <p>{t(kind === 'invoice' ? 'documents.removeInvoiceHelp' : 'documents.removeHelp')}</p>
    </ConfirmDialog>
  )
}
