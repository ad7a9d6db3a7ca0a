import { type CostTier, collectionCosts, costsMaxCents, costsMinCents } from '@regie/contract/claim/collection-costs.ts'
import { noticeTerm, type SentNotice } from '@regie/contract/claim/notice-term.ts'
import { type InterestPeriod, rateKindOf, type StatutoryClaim, statutoryClaim } from '@regie/contract/claim/statutory-claim.ts'
import { caseApi, type CaseDetail } from '@regie/contract/cases.ts'
import { debtLawApi, type InterestStop } from '@regie/contract/debt-law.ts'
import type { Payment } from '@regie/contract/payments.ts'
import { type StatutoryRate, statutoryRateApi } from '@regie/contract/statutory-rates.ts'
import type { ReactNode } from 'react'
import { useApi } from '../../api/use-api.ts'
import { formatDate, formatMoney, formatRate, formatShare } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { todayInAmsterdam } from '../../ui/dates/date-panel.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './claim.module.css'

/** What the law lets the creditor ask, each figure with how it came about, and whether more than that is asked. */
export function ClaimPanel({ found }: { found: CaseDetail }) {
  const t = useText()
  const { caseID, fields, currency, status, outstandingCents } = found
  const principalCents = centsIn(fields['hoofdsom'])
  const dueOn = dayIn(fields['vervaldatum'])
  // The scale and the rates are those of Dutch law, in euros; of who owes nothing there is nothing to say.
  const isShown = currency === 'EUR' && status !== 'closed' && outstandingCents !== null
  const isKnown = principalCents !== null && principalCents > 0 && dueOn !== null
  const rates = useApi(statutoryRateApi.list, {}, { isEnabled: isShown && isKnown }).data
  const payments = useApi(caseApi.payments, { params: { caseID } }, { isEnabled: isShown && isKnown }).data?.payments
  const law = useApi(debtLawApi.get, { params: { caseID } }, { isEnabled: isShown && isKnown }).data
  if (!isShown) return null
  if (!isKnown) {
    const missing = dueOn !== null ? 'principal' : principalCents === null ? 'both' : 'dueOn'
    return (
      <Panel title={t('claim.title')}>
        <p className={styles.soft}>{t(`claim.missing.${missing}`)}</p>
      </Panel>
    )
  }
  if (rates === undefined || payments === undefined || law === undefined) return null
  const stops = law.interestStops
  const known = { found, principalCents, dueOn, rates, payments, stops, notice: law.notice }
  return <KnownClaim {...known} />
}

type KnownProps = {
  found: CaseDetail
  principalCents: number
  dueOn: string
  rates: readonly StatutoryRate[]
  payments: readonly Payment[]
  stops: readonly InterestStop[]
  notice: SentNotice | null
}

function KnownClaim({ found: { fields, currency }, principalCents, dueOn, rates, payments, stops, notice }: KnownProps) {
  const t = useText()
  const today = todayInAmsterdam()
  const kind = rateKindOf(fields)
  const askedCostsCents = centsIn(fields['incassokosten']) ?? 0
  const askedInterestCents = centsIn(fields['rente']) ?? 0
  const counted = payments.filter((payment) => payment.withdrawn === null && payment.currency === currency)
  const claim = statutoryClaim(
    {
      ...{ principalCents, dueOn, kind, askedCostsCents, until: today, withoutInterest: stops },
      paidBeforeCents: centsIn(fields['betaald']) ?? 0,
      payments: counted.map(({ paidOn, amountCents }) => ({ on: paidOn, cents: amountCents })),
    },
    rates,
  )
  const { costs, interest, paidCents, openCents } = claim
  // Between companies costs are owed without a reminder.
  const term = kind === 'consumer' && notice !== null ? noticeTerm(notice) : null
  const allowed = { allowed: formatMoney(costs.allowedCents), withVat: formatMoney(costs.allowedWithVatCents) }
  return (
    <Panel title={t('claim.title')}>
      <div className={styles.claim}>
        {askedCostsCents > costs.allowedWithVatCents && (
          <Notice tone="warning">{t('claim.costsTooHigh', { asked: formatMoney(askedCostsCents), ...allowed })}</Notice>
        )}
        {askedCostsCents > 0 && term !== null && today < term.costsFrom && (
          <Notice tone="warning">{t('claim.notYet', { day: shownDay(term.costsFrom), until: shownDay(term.until) })}</Notice>
        )}
        {claim.ratesBegin === null && askedInterestCents > interest.cents && (
          <Notice tone="warning">
            {t('claim.interestTooHigh', { asked: formatMoney(askedInterestCents), allowed: formatMoney(interest.cents) })}
          </Notice>
        )}
        <dl className={styles.parts}>
          <Part label={t('claim.principal')} cents={principalCents} about={t('claim.dueOn', { day: shownDay(dueOn) })} />
          <Part label={t('claim.costs')} cents={costs.cents} about={t(costsWords(askedCostsCents, costs.cents), allowed)}>
            <HowCosts principalCents={principalCents} tiers={costs.tiers} isConsumer={kind === 'consumer'} notice={notice} />
          </Part>
          <Part
            label={t('claim.interest')}
            cents={interest.cents}
            about={`${t(`claim.kinds.${kind}`)} · ${t('claim.until', { day: shownDay(today) })}`}
          >
            <HowInterest claim={claim} />
          </Part>
          {paidCents > 0 && (
            <Part label={t('claim.paid')} cents={-paidCents}>
              <p>{t('claim.order')}</p>
            </Part>
          )}
          <Part label={t('claim.open')} cents={openCents} isTotal />
        </dl>
      </div>
    </Panel>
  )
}

type PartProps = { label: string; cents: number; about?: string; isTotal?: boolean; children?: ReactNode }

/** One amount of the claim; how it came about is read where it is asked for. */
function Part({ label, cents, about, isTotal = false, children }: PartProps) {
  const t = useText()
  return (
    <div className={styles.part} data-total={isTotal || undefined}>
      <dt>{label}</dt>
      <dd className="numbers">{formatMoney(cents)}</dd>
      {(about !== undefined || children !== undefined) && (
        <dd className={styles.about}>
          {about}
          {children !== undefined && (
            <details className={styles.how}>
              <summary aria-label={`${t('claim.how')}: ${label}`}>{t('claim.how')}</summary>
              {children}
            </details>
          )}
        </dd>
      )}
    </div>
  )
}

type CostsProps = { principalCents: number; tiers: readonly CostTier[]; isConsumer: boolean; notice: SentNotice | null }

function HowCosts({ principalCents, tiers, isConsumer, notice }: CostsProps) {
  const t = useText()
  const { cents } = collectionCosts(principalCents)
  const sum = tiers.reduce((total, { costsCents }) => total + costsCents, 0)
  return (
    <>
      <ul>
        {tiers.map(({ baseCents, perMille, costsCents }) => (
          <HowLine
            key={perMille}
            words={t('claim.tier', { share: tierShare(perMille), base: formatMoney(baseCents) })}
            cents={costsCents}
          />
        ))}
        {sum < cents && <HowLine words={t('claim.least', { amount: formatMoney(costsMinCents) })} cents={cents} />}
        {sum > cents && <HowLine words={t('claim.most', { amount: formatMoney(costsMaxCents) })} cents={cents} />}
      </ul>
      {isConsumer && <p>{t('claim.reminder')}</p>}
      {isConsumer && (notice === null ? <p>{t('claim.noNotice')}</p> : <NoticeDays notice={notice} />)}
    </>
  )
}

/** The days of the free reminder, as the law counts them. */
function NoticeDays({ notice }: { notice: SentNotice }) {
  const t = useText()
  const { deliveredOn, from, until, costsFrom } = noticeTerm(notice)
  return (
    <ul>
      <DayLine words={t(notice.by === 'letter' ? 'claim.notice.letter' : 'claim.notice.email')} day={notice.on} />
      {notice.by === 'letter' && <DayLine words={t('claim.notice.delivered')} day={deliveredOn} />}
      <DayLine words={t('claim.notice.from')} day={from} />
      <DayLine words={t('claim.notice.until')} day={until} />
      <DayLine words={t('claim.notice.costs')} day={costsFrom} />
    </ul>
  )
}

function DayLine({ words, day }: { words: string; day: string }) {
  return (
    <li>
      <span>{words}</span>
      <span className="numbers">{shownDay(day)}</span>
    </li>
  )
}

function HowInterest({ claim: { interest, stopped, ratesBegin } }: { claim: StatutoryClaim }) {
  const t = useText()
  const isCompounded = interest.periods.some(({ baseCents }, at) => baseCents > (interest.periods[at - 1]?.baseCents ?? baseCents))
  const words = ({ from, to, hundredths, baseCents }: InterestPeriod) =>
    t('claim.period', { from: shownDay(from), to: shownDay(to), percent: formatRate(hundredths), base: formatMoney(baseCents) })
  return (
    <>
      <ul>
        {interest.periods.map((period) => (
          <HowLine key={period.from} words={words(period)} cents={period.cents} />
        ))}
      </ul>
      {stopped.map(({ from, to }) => (
        <p key={from}>{t('claim.stopped', { from: shownDay(from), to: shownDay(to) })}</p>
      ))}
      {isCompounded && <p>{t('claim.compound')}</p>}
      {ratesBegin !== null && <p>{t('claim.ratesBegin', { day: shownDay(ratesBegin) })}</p>}
    </>
  )
}

function HowLine({ words, cents }: { words: string; cents: number }) {
  return (
    <li>
      <span>{words}</span>
      <span className="numbers">{formatMoney(cents)}</span>
    </li>
  )
}

// Amounts and days are kept as the import normalised them; what is hidden from who looks is neither.
const centsIn = (value: string | undefined) => (value !== undefined && /^\d+\.\d{2}$/.test(value) ? Math.round(Number(value) * 100) : null)
const dayIn = (value: string | undefined) => (value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null)
const shownDay = (day: string) => formatDate(`${day}T12:00:00Z`)
const tierShare = (perMille: number) => (perMille % 10 === 0 ? formatShare(perMille / 1_000) : formatRate(perMille * 10))

// What counts is at most what the law allows; that is not what was asked then.
function costsWords(askedCents: number, countedCents: number) {
  if (askedCents === 0) return 'claim.notAsked'
  return askedCents > countedCents ? 'claim.capped' : 'claim.asked'
}
