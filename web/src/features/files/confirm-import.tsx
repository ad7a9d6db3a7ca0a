import { usualTrial } from '@regie/contract/batches.ts'
import type { Import } from '@regie/contract/files.ts'
import { useState } from 'react'
import { formatDate, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { useDraft } from '../../session/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import styles from './files.module.css'
import { useConfirmImport } from './import-data.ts'

const nameCharsMax = 120

type ConfirmImportProps = {
  found: Import
  count: number
  updated: number
  /** Why it may not begin now. */
  refusal?: string | undefined
}

/** The last question: nothing exists until one of its buttons is pressed. */
export function ConfirmImport(props: ConfirmImportProps) {
  const t = useText()
  if (props.count > 0) return <BeginBatch {...props} />
  if (props.updated > 0) return <UpdateAmounts {...props} />
  return (
    <Notice tone="info" icon="info" title={t('files.confirm.nothing')}>
      {t('files.confirm.nothingText')}
    </Notice>
  )
}

const begins = { now: {}, trial: { trial: usualTrial }, later: { startLater: true } } as const
type Begin = keyof typeof begins

/** How the batch begins: with a few of its cases where it has more, with all of them, or not yet. */
function BeginBatch({ found, count, refusal }: ConfirmImportProps) {
  const t = useText()
  const confirm = useConfirmImport()
  const draft = useDraft<string>(`import-${found.importID}-name`)
  const [name, setName] = useState(() => draft.found?.values ?? nameOf(found.fileName))
  const rename = (typed: string) => {
    setName(typed)
    draft.save(typed)
  }
  const [pressed, setPressed] = useState<Begin | null>(null)
  const [isTouched, setTouched] = useState(false)
  const isNameless = name.trim() === ''
  const mayTry = count > usualTrial.size
  const begin = (how: Begin) => {
    setTouched(true)
    setPressed(how)
    if (!isNameless && refusal === undefined)
      confirm.mutate(
        {
          params: { importID: found.importID },
          body: { name: name.trim(), startLater: false, checkNo: found.checkNo, ...begins[how] },
        },
        { onSuccess: draft.drop },
      )
  }
  const isBusy = (how: Begin) => confirm.isPending && pressed === how
  return (
    <Panel title={t('files.confirm.title')}>
      <form
        className={styles.confirm}
        noValidate
        aria-label={t('files.confirm.title')}
        onSubmit={(event) => {
          event.preventDefault()
          begin(mayTry ? 'trial' : 'now')
        }}
      >
        <TextInput
          label={t('files.confirm.name')}
          isRequired
          maxLength={nameCharsMax}
          value={name}
          onChange={rename}
          onBlur={() => setTouched(true)}
          error={isTouched && isNameless ? t('files.confirm.nameless') : undefined}
        />
        {confirm.error !== null && <FailureText failure={confirm.error} />}
        <div className={styles.actions}>
          {mayTry && (
            <Button kind="main" type="submit" icon={<Icon name="flask" size={16} />} isBusy={isBusy('trial')} reason={refusal}>
              {t('files.confirm.trial', { size: usualTrial.size })}
            </Button>
          )}
          <Button
            kind={mayTry ? 'plain' : 'main'}
            type={mayTry ? 'button' : 'submit'}
            icon={<Icon name="upload" size={16} />}
            isBusy={isBusy('now')}
            reason={refusal}
            onPress={mayTry ? () => begin('now') : undefined}
          >
            {t('files.confirm.now', { count, total: formatNumber(count) })}
          </Button>
          <Button kind="quiet" isBusy={isBusy('later')} reason={refusal} onPress={() => begin('later')}>
            {t('files.confirm.later')}
          </Button>
        </div>
        <p className={styles.quiet}>
          {mayTry ? t('files.confirm.how', { size: usualTrial.size, hours: usualTrial.waitMinutes / 60 }) : t('files.confirm.howSmall')}
        </p>
      </form>
    </Panel>
  )
}

/** Amounts alone: no batch comes of it, so nothing is asked about one. */
function UpdateAmounts({ found, updated, refusal }: ConfirmImportProps) {
  const t = useText()
  const confirm = useConfirmImport()
  return (
    <Panel title={t('files.confirm.updateTitle')}>
      {confirm.error !== null && <FailureText failure={confirm.error} />}
      <Button
        kind="main"
        icon={<Icon name="upload" size={16} />}
        isBusy={confirm.isPending}
        reason={refusal}
        onPress={() => confirm.mutate({ params: { importID: found.importID }, body: { name: nameOf(found.fileName), startLater: false } })}
      >
        {t('files.confirm.updateVerb', { count: updated, total: formatNumber(updated) })}
      </Button>
    </Panel>
  )
}

function nameOf(fileName: string): string {
  return `${fileName.replace(/\.[^.]+$/, '')} ${formatDate(new Date().toISOString())}`.slice(0, nameCharsMax)
}
