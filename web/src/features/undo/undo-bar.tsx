import type { Undo } from '@regie/contract/undo.ts'
import { useEffect, useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { errorText } from '../../locales/error-text.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { timeLeft } from './time-left.ts'
import { useUndo, useUndos } from './undo-data.ts'
import styles from './undo-bar.module.css'

const words = {
  'batch.pause': 'batchPause',
  'batch.resume': 'batchResume',
  'batch.close': 'batchClose',
  'batch.reopen': 'batchReopen',
  'batches.bulk': 'batchesBulk',
  'cases.bulk': 'casesBulk',
  'case.change': 'caseChange',
} as const satisfies Record<Undo['action'], string>

/** What I did last, to one case or to many, with the time left to undo it. The server keeps it, so a reload loses nothing. */
export function UndoBar() {
  const t = useText()
  const undos = useUndos()
  const undo = useUndo()
  const now = useNow(undos.length > 0)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const shown = undos.find(({ token, until }) => !hidden.has(token) && Date.parse(until) > now)
  if (shown === undefined) return null
  const count = { count: shown.count, total: formatNumber(shown.count) }
  async function takeBack({ token }: Undo) {
    try {
      const { restored, leftAlone } = await undo.mutateAsync({ params: { token } })
      if (restored === 0 && leftAlone > 0) return notify(t('undo.doneNothing'))
      notify(leftAlone === 0 ? t('undo.done') : t('undo.doneExcept', { count: leftAlone, total: formatNumber(leftAlone) }))
    } catch (failure) {
      notify(failure instanceof ApiFailure ? errorText(failure.code, failure.params) : t('undo.failed'))
    }
  }
  return (
    <section className={styles.bar} aria-label={t('undo.label')}>
      <Icon name="history" size={16} />
      <span className={styles.words}>{t(`undo.words.${words[shown.action]}`, { name: shown.name, ...count })}</span>
      <Button isBusy={undo.isPending} onPress={() => void takeBack(shown)}>
        {t('undo.undo')} <span className="numbers">{timeLeft(Date.parse(shown.until) - now)}</span>
      </Button>
      <IconButton icon="close" label={t('undo.hide')} onPress={() => setHidden(new Set([...hidden, shown.token]))} />
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
