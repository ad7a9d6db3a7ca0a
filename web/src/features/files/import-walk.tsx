import type { Import } from '@regie/contract/files.ts'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../locales/format.ts'
import { formatMomentInSentence } from '../../locales/moment-in-sentence.ts'
import { useText } from '../../locales/i18n.tsx'
import { useGoTo } from '../../session/address.ts'
import { personName } from '../../session/people.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import styles from './files.module.css'
import { ImportCheck } from './import-check.tsx'
import { isWorking, useCancelImport, useImport, useScriptFields } from './import-data.ts'
import { importFailure } from './import-failure.ts'
import { MappingForm } from './mapping-form.tsx'
import { Stack } from '../../ui/stack.tsx'

const places: Record<Import['status'], number> = {
  reading: 0,
  mapping: 1,
  checking: 2,
  ready: 2,
  importing: 3,
  done: 4,
  failed: 0,
  cancelled: 0,
}

/** Where one is: file, columns, check, import. */
export function ImportSteps({ current }: { current: number }) {
  const t = useText()
  return (
    <Stepper steps={[t('files.steps.file'), t('files.steps.columns'), t('files.steps.check'), t('files.steps.import')]} current={current} />
  )
}

/** An import from its file to its batch. The server keeps where it is, so it can be left and found again. */
export function ImportWalk({ importID, onOther }: { importID: number; onOther: () => void }) {
  const query = useImport(importID)
  const { data: found } = query
  if (found !== undefined) return <FoundImport found={found} onOther={onOther} />
  return <NotLoaded query={query} lines={8} />
}

function FoundImport({ found, onOther }: { found: Import; onOther: () => void }) {
  const [isMapping, setMapping] = useState(false)
  const cancel = useCancelImport()
  const script = useScriptFields(found.scriptID)
  const isAsked = found.status === 'mapping' || (found.status === 'ready' && isMapping)
  // What was not confirmed leaves nothing behind; a refusal to drop it need not keep the user from the next file.
  const drop = () =>
    void cancel
      .mutateAsync({ params: { importID: found.importID } })
      .catch(() => null)
      .then(onOther)
  return (
    <Stack isWide>
      <ImportSteps current={isAsked ? 1 : places[found.status]} />
      {found.twin !== null && found.status !== 'done' && <Twin twin={found.twin} />}
      {isWorking(found.status) && <Working found={found} onStop={drop} />}
      {isAsked &&
        (script.data === undefined ? (
          <Skeleton lines={8} />
        ) : (
          <MappingForm
            key={found.missing.join()}
            found={found}
            fields={script.data.fields}
            onChecked={() => setMapping(false)}
            onOther={drop}
          />
        ))}
      {found.status === 'ready' && !isMapping && (
        <ImportCheck found={found} fields={script.data?.fields ?? []} onMapping={() => setMapping(true)} onOther={drop} />
      )}
      {found.status === 'done' && <Done found={found} onOther={onOther} />}
      {(found.status === 'failed' || found.status === 'cancelled') && <Refused found={found} onOther={onOther} />}
    </Stack>
  )
}

/** The same file came before; that is no fault, but mostly a mistake. */
function Twin({ twin: { uploadedAt, by, batchID } }: { twin: NonNullable<Import['twin']> }) {
  const t = useText()
  const name = by === '' ? t('files.twin.nobody') : personName(by)
  return (
    <Notice
      tone="warning"
      icon="copy"
      title={t('files.twin.title')}
      action={batchID === null ? undefined : <AppLink to={paths.batch(batchID)}>{t('files.twin.batch')}</AppLink>}
    >
      {t('files.twin.text', { at: formatMomentInSentence(uploadedAt), name })}
    </Notice>
  )
}

function Working({ found: { status, progress, fileName, scan }, onStop }: { found: Import; onStop: () => void }) {
  const t = useText()
  const doing =
    status === 'importing'
      ? t('files.working.importing', { name: fileName })
      : status === 'checking'
        ? t('files.working.checking', { name: fileName })
        : t('files.working.reading', { name: fileName })
  return (
    <Panel>
      <div className={styles.sending} aria-live="polite">
        <ProgressBar
          label={doing}
          done={progress.done}
          total={progress.total}
          note={
            scan !== null ? t(`files.scan.${scan}`) : status === 'importing' ? t('files.working.importingNote') : t('files.working.note')
          }
        />
        {status !== 'importing' && <Button onPress={onStop}>{t('files.working.stop')}</Button>}
      </div>
    </Panel>
  )
}

const doneTexts = { now: 'files.done.text', trial: 'files.done.trialText', later: 'files.done.laterText' } as const

function Done({ found, onOther }: { found: Import; onOther: () => void }) {
  const t = useText()
  const goTo = useGoTo()
  const { batchID } = found
  const count = found.counts?.new ?? found.progress.done
  const updated = found.counts?.updated ?? 0
  const action = (
    <div className={styles.doneActions}>
      {batchID !== null && (
        <Button kind="main" onPress={() => goTo(paths.batch(batchID))}>
          {t(found.begins === 'trial' ? 'files.done.trial' : 'files.done.batch')}
        </Button>
      )}
      <Button onPress={onOther}>{t('files.done.other')}</Button>
    </div>
  )
  return (
    <Panel>
      <EmptyState
        icon="check"
        title={
          count === 0 && updated > 0
            ? t('files.done.updated', { count: updated, total: formatNumber(updated) })
            : t('files.done.title', { count, total: formatNumber(count) })
        }
        text={count === 0 ? undefined : t(doneTexts[found.begins])}
        action={action}
      />
    </Panel>
  )
}

function Refused({ found, onOther }: { found: Import; onOther: () => void }) {
  const t = useText()
  const isCancelled = found.status === 'cancelled'
  return (
    <Panel>
      <EmptyState
        icon={isCancelled ? 'stop' : 'error'}
        title={isCancelled ? t('files.cancelled') : t('files.failed', { name: found.fileName })}
        text={isCancelled ? undefined : importFailure(found)}
        action={
          <Button kind="main" onPress={onOther}>
            {t('files.other')}
          </Button>
        }
      />
    </Panel>
  )
}
