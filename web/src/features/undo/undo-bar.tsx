import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { Undo, undoApi } from '@regie/contract/undo.ts'
import { useEffect, useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { errorText } from '../../locales/error-text.ts'
import { formatNumber } from '../../locales/format.ts'
import { findText, useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { timeLeft } from './time-left.ts'
import { useUndo, useUndos } from './undo-data.ts'
import styles from './undo-bar.module.css'

const words = {
  'batch.pause': 'batchPause',
  'batch.resume': 'batchResume',
  'batch.close': 'batchClose',
  'batch.reopen': 'batchReopen',
  'batch.release': 'batchRelease',
  'batches.bulk': 'batchesBulk',
  'cases.bulk': 'casesBulk',
  'case.change': 'caseChange',
  'view.change': 'viewChange',
  'view.remove': 'viewRemove',
  'messages.send': 'messagesSend',
  'listing.add': 'blacklistAdd',
  'listing.remove': 'blacklistRemove',
  'contact.merge': 'contactMerge',
} as const satisfies Record<Undo['action'], string>

type Outcome = ResponseOf<typeof undoApi.undo>

/** What I did last, to one case or to many, with the time left to undo it. The server keeps it, so a reload loses nothing. */
export function UndoBar() {
  const t = useText()
  const undos = useUndos()
  const undo = useUndo()
  const isPhone = useIsPhone()
  const now = useNow(undos.length > 0)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const shown = undos.find(({ token, until }) => !hidden.has(token) && Date.parse(until) > now)
  if (outcome !== null) return <LeftAlone outcome={outcome} onHide={() => setOutcome(null)} />
  if (shown === undefined) return null
  async function takeBack({ token }: Undo) {
    try {
      const done = await undo.mutateAsync({ params: { token } })
      if (done.leftAlone === 0) notify(t('undo.done'))
      else setOutcome(done)
    } catch (failure) {
      notify(failure instanceof ApiFailure ? errorText(failure.code, failure.params) : t('undo.failed'))
    }
  }
  return (
    <section className={styles.bar} aria-label={t('undo.label')} data-undo-bar>
      {!isPhone && <Icon name="history" size={16} />}
      <span className={styles.words}>{wordsOf(t, shown)}</span>
      {isPhone ? (
        // The words say what it undoes: they get the room.
        <IconButton icon="undo" label={t('undo.undo')} onPress={() => undo.isPending || void takeBack(shown)} />
      ) : (
        <Button isBusy={undo.isPending} onPress={() => void takeBack(shown)}>
          {t('undo.undo')}
        </Button>
      )}
      <span className={styles.left}>{t('undo.left', timeLeft(Date.parse(shown.until) - now))}</span>
      <IconButton icon="close" label={t('undo.hide')} onPress={() => setHidden(new Set([...hidden, shown.token]))} />
    </section>
  )
}

/** What was done, as exactly as the server keeps it. */
function wordsOf(t: ReturnType<typeof useText>, { action, name, count, change }: Undo): string {
  const given = { name, count, total: formatNumber(count) }
  const exact = change && findText(`undo.${partOf(action)}.${change.kind}`, { ...given, result: resultWords(change.result) })
  return exact ?? t(`undo.words.${words[action]}`, given)
}

const partOf = (action: Undo['action']) => (action === 'case.change' ? 'case' : action === 'cases.bulk' ? 'cases' : 'batches')
const resultWords = (code: string | null) => (code === null ? '' : (findText(`cases.results.${code}`) ?? code))

/** What was not undone, and why: it stays until it was read. */
function LeftAlone({ outcome, onHide }: { outcome: Outcome; onHide: () => void }) {
  const t = useText()
  const { restored, leftAlone, reasons } = outcome
  const why = reasons.map(({ reason, count }) => `${t(`undo.reasons.${reason}`)} (${formatNumber(count)})`)
  return (
    <section className={styles.bar} aria-label={t('undo.label')} role="status" data-undo-bar>
      <Icon name="alert" size={16} />
      <span className={styles.words}>
        <strong>{restored === 0 ? t('undo.doneNothing') : t('undo.doneExcept', { total: formatNumber(leftAlone) })}</strong>{' '}
        {why.join(', ')}
      </span>
      <IconButton icon="close" label={t('undo.hide')} onPress={onHide} />
    </section>
  )
}

function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isTicking])
  return now
}
