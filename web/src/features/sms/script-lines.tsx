import type { SmsScript } from '@regie/contract/sms.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { formatMoment, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Line, LineList, LineNote } from '../../ui/line-list.tsx'
import { AmountDialog } from './amount-dialog.tsx'
import { PauseDialog } from './pause-dialog.tsx'
import styles from './sms.module.css'

/** Each script: does it send, how many an hour, who waits and until when. */
export function ScriptLines({ customerID, scripts }: { customerID: number; scripts: readonly SmsScript[] }) {
  const t = useText()
  const [asked, setAsked] = useState<{ what: 'pause' | 'amount'; scriptID: number } | null>(null)
  const script = scripts.find(({ scriptID }) => scriptID === asked?.scriptID)
  const close = () => setAsked(null)
  if (scripts.length === 0) return <p className={styles.none}>{t('sms.noScripts')}</p>
  return (
    <>
      <LineList>
        {scripts.map((one) => (
          <ScriptLine key={one.scriptID} script={one} onAsk={(what) => setAsked({ what, scriptID: one.scriptID })} />
        ))}
      </LineList>
      {script && asked?.what === 'pause' && (
        <PauseDialog {...{ customerID, script }} isPaused={script.pause !== 'open'} waiting={script.waiting} onClose={close} />
      )}
      {script && asked?.what === 'amount' && <AmountDialog {...{ customerID, script }} onClose={close} />}
    </>
  )
}

function ScriptLine({ script, onAsk }: { script: SmsScript; onAsk: (what: 'pause' | 'amount') => void }) {
  const t = useText()
  const { name, pause, perHour, sentHour, waiting, tailAt } = script
  const isPaused = pause !== 'open'
  return (
    <Line
      name={name}
      badges={<PauseBadge script={script} />}
      actions={
        <Can right={Right.pauseSms}>
          {(reason) => (
            <>
              <Button reason={reason} onPress={() => onAsk('amount')}>
                {t('sms.changeAmount')}
                <span className="visually-hidden">: {name}</span>
              </Button>
              <Button icon={<Icon name={isPaused ? 'play' : 'pause'} size={16} />} reason={reason} onPress={() => onAsk('pause')}>
                {t(isPaused ? 'sms.release' : 'sms.pause')}
                <span className="visually-hidden">: {name}</span>
              </Button>
            </>
          )}
        </Can>
      }
    >
      <LineNote>{t('sms.paceLine', { sent: formatNumber(sentHour), amount: formatNumber(perHour) })}</LineNote>
      <LineNote>
        {waiting === 0
          ? t('sms.nobodyWaits')
          : tailAt === null
            ? t('sms.waitNoEnd', { count: waiting, shown: formatNumber(waiting) })
            : t('sms.waitUntil', { count: waiting, shown: formatNumber(waiting), moment: formatMoment(tailAt) })}
      </LineNote>
    </Line>
  )
}

function PauseBadge({ script: { pause, until, active } }: { script: SmsScript }) {
  const t = useText()
  if (pause === 'until' && until !== null)
    return (
      <Badge tone="warning" icon="pause">
        {t('sms.pausedUntil', { moment: formatMoment(until) })}
      </Badge>
    )
  if (pause === 'forever')
    return (
      <Badge tone="warning" icon="pause">
        {t('sms.pausedForever')}
      </Badge>
    )
  return active ? (
    <Badge tone="success" icon="check">
      {t('sms.states.open')}
    </Badge>
  ) : (
    <Badge tone="neutral" icon="pause">
      {t('sms.scriptOff')}
    </Badge>
  )
}
