import { dayBefore, type Limitation, limitationOf, limitationYears } from '@regie/contract/claim/limitation.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import type { DebtLaw, Interruption } from '@regie/contract/debt-law.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { formatPlainDay, formatMoment, formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { daysAfter } from '../../locales/read-day.ts'
import { personName } from '../../session/people.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { todayInAmsterdam } from '../../ui/dates/date-panel.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ClaimKindDialog } from './claim-kind-dialog.tsx'
import { useChangeRefusal, useDebtLaw } from './debt-law-data.ts'
import styles from './debt-law.module.css'
import { type FirstInterruption, InterruptDialog } from './interrupt-dialog.tsx'
import { WithdrawInterruptionDialog } from './withdraw-interruption-dialog.tsx'

// So long before a claim is time-barred it is said in colour; home counts the same days.
const warnedDays = 90

/** When the claim is time-barred, what interrupted that, and how one writes an interruption down. */
export function LimitationPanel({ found }: { found: CaseDetail }) {
  const { data } = useDebtLaw(found.caseID)
  // What is closed is collected no more; what was interrupted stays to be read.
  if (data === undefined || (found.status === 'closed' && data.interruptions.length === 0)) return null
  return <KnownLimitation found={found} law={data} />
}

function KnownLimitation({ found, law: { interruptions, proposals } }: { found: CaseDetail; law: DebtLaw }) {
  const t = useText()
  const [isKindAsked, setKindAsked] = useState(false)
  const [asked, setAsked] = useState<FirstInterruption | null>(null)
  const kindRefusal = useChangeRefusal(found, Right.changeInputFields)
  const refusal = useChangeRefusal(found, Right.changeCases)
  const counting = interruptions.filter(({ withdrawn }) => withdrawn === null).map(({ on }) => on)
  const limitation = limitationOf(found.fields, counting)
  const today = todayInAmsterdam()
  // One that changes nothing is none to write down.
  const useful = proposals.filter(({ on }) => movesOn(limitation, limitationOf(found.fields, [...counting, on])))
  return (
    <Panel title={t('debtLaw.limitation.title')}>
      <div className={styles.stack}>
        {limitation.isKnown ? (
          <BarredDay limitation={limitation} today={today} />
        ) : (
          <>
            <Badge tone="warning" icon="alert">
              {t('debtLaw.limitation.unknown')}
            </Badge>
            <p>{t(`debtLaw.limitation.missing.${limitation.missing}`)}</p>
          </>
        )}
        {useful.map(({ on, how, amountCents }) => (
          <div key={how} className={styles.proposal}>
            <p>{t(`debtLaw.limitation.proposals.${how}`, { day: formatPlainDay(on), amount: formatMoney(amountCents, found.currency) })}</p>
            <Button kind="quiet" reason={refusal} onPress={() => setAsked({ on, how })}>
              {t('debtLaw.limitation.asInterruption')}
            </Button>
          </div>
        ))}
        {interruptions.length > 0 && (
          <ul className={styles.list}>
            {interruptions.map((one) => (
              <InterruptionItem key={one.interruptionID} found={found} one={one} limitation={limitation} />
            ))}
          </ul>
        )}
        <div className={styles.actions}>
          <Button kind="quiet" reason={refusal} onPress={() => setAsked({ on: today, how: 'letter' })}>
            {t('debtLaw.interrupt.title')}
          </Button>
          <Button kind="quiet" reason={kindRefusal} onPress={() => setKindAsked(true)}>
            {t(limitation.kind === null ? 'debtLaw.kind.choose' : 'debtLaw.kind.change')}
          </Button>
        </div>
      </div>
      {isKindAsked && <ClaimKindDialog found={found} onClose={() => setKindAsked(false)} />}
      {asked !== null && <InterruptDialog found={found} first={asked} counting={counting} onClose={() => setAsked(null)} />}
    </Panel>
  )
}

const movesOn = (before: Limitation, after: Limitation) => before.isKnown && after.isKnown && after.barredOn > before.barredOn

function BarredDay({ limitation, today }: { limitation: Limitation & { isKnown: true }; today: string }) {
  const t = useText()
  const { kind, countedFrom, barredAtFirstOn, barredOn, interruptions } = limitation
  const day = formatPlainDay(barredOn)
  const isBarred = barredOn <= today
  const isSoon = !isBarred && barredOn <= daysAfter(today, warnedDays)
  return (
    <>
      <div>
        <p className={styles.day}>
          <strong>{t(isBarred ? 'debtLaw.limitation.barred' : 'debtLaw.limitation.barredOn', { day })}</strong>
          {isBarred && (
            <Badge tone="error" icon="ban">
              {t('debtLaw.limitation.isBarred')}
            </Badge>
          )}
          {isSoon && (
            <Badge tone="warning" icon="hourglass">
              {t('debtLaw.limitation.soon', { days: daysBetween(today, barredOn) })}
            </Badge>
          )}
        </p>
        {!isBarred && <p className={styles.soft}>{t('debtLaw.limitation.until', { day: formatPlainDay(dayBefore(barredOn)) })}</p>}
      </div>
      <details className={styles.how}>
        <summary aria-label={`${t('debtLaw.limitation.how')}: ${t('debtLaw.limitation.title')}`}>{t('debtLaw.limitation.how')}</summary>
        <ul>
          <li>
            {t(`debtLaw.limitation.law.${kind}`, {
              years: limitationYears[kind],
              from: formatPlainDay(countedFrom),
              day: formatPlainDay(barredAtFirstOn),
            })}
          </li>
          {interruptions
            .filter(({ isLate }) => !isLate)
            .map((one) => (
              <li key={one.on}>{t('debtLaw.limitation.restarted', { on: formatPlainDay(one.on), day: formatPlainDay(one.barredOn) })}</li>
            ))}
        </ul>
        <p>{t('debtLaw.limitation.advice')}</p>
      </details>
    </>
  )
}

function InterruptionItem({ found, one, limitation }: { found: CaseDetail; one: Interruption; limitation: Limitation }) {
  const t = useText()
  const [isAsked, setAsked] = useState(false)
  const refusal = useChangeRefusal(found, Right.changeCases)
  const { on, how, note, by, at, withdrawn } = one
  const what = t('debtLaw.limitation.one', { how: t(`debtLaw.manners.${how}`), day: formatPlainDay(on) })
  const isLate = limitation.isKnown && limitation.interruptions.some((effect) => effect.on === on && effect.isLate)
  return (
    <li className={styles.item}>
      <div className={styles.day}>
        <strong data-withdrawn={withdrawn !== null || undefined}>{what}</strong>
        {withdrawn !== null && <Badge icon="ban">{t('debtLaw.limitation.withdrawn')}</Badge>}
        {withdrawn === null && isLate && (
          <Badge tone="warning" icon="alert">
            {t('debtLaw.limitation.late')}
          </Badge>
        )}
      </div>
      {note !== '' && <p className={styles.text}>{note}</p>}
      <p className={styles.soft}>{t('debtLaw.by', { name: personName(by), at: formatMoment(at) })}</p>
      {withdrawn === null ? (
        <Button kind="quiet" reason={refusal} onPress={() => setAsked(true)}>
          {t('debtLaw.withdraw.button')}
        </Button>
      ) : (
        <p className={styles.soft}>
          {t('debtLaw.limitation.withdrawnBy', {
            name: personName(withdrawn.by),
            at: formatMoment(withdrawn.at),
            reason: withdrawn.reason,
          })}
        </p>
      )}
      {isAsked && <WithdrawInterruptionDialog caseID={found.caseID} one={one} what={what} onClose={() => setAsked(false)} />}
    </li>
  )
}

const daysBetween = (from: string, until: string) => Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000)
