import type { CaseDetail } from '@regie/contract/cases.ts'
import { paths } from '../../paths.ts'
import { formatDate, formatMoney } from '../../locales/format.ts'
import { formatNextDayOrMoment } from '../../locales/next-moment.ts'
import { useText } from '../../locales/i18n.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Moment, Money } from '../../ui/moment.tsx'
import { CaseStatusBadge, resultName } from './case-status.tsx'
import styles from './cases.module.css'
import { nextWords } from './step-words.ts'

export function CaseBadges({ found }: { found: CaseDetail }) {
  const t = useText()
  return (
    <>
      <CaseStatusBadge status={found.status} result={found.result} />
      {found.isDemo && (
        <Badge tone="accent" icon="flask">
          DEMO
        </Badge>
      )}
      {found.batchLocked && (
        <Badge tone="neutral" icon="lock">
          {t('cases.locked')}
        </Badge>
      )}
      {found.liveState !== null && (
        <Badge tone="accent" icon={found.liveState === 'script' ? 'script' : found.liveState === 'voicemail' ? 'voicemail' : 'phone'}>
          {t(`cases.live.${found.liveState}`)}
        </Badge>
      )}
    </>
  )
}

export function CaseSubtitle({ found }: { found: CaseDetail }) {
  const t = useText()
  return (
    <>
      {t('cases.number', { caseNumber: found.caseNumber })} ·{' '}
      <AppLink to={paths.batch(found.batchID)} className={styles.inText}>
        {found.batchName}
      </AppLink>
      <span className={styles.minor}> · {found.scriptName}</span>
      {found.linkedCase !== null && (
        <>
          {' · '}
          <AppLink to={paths.case(found.linkedCase.caseID)} className={styles.inText}>
            {t('cases.linkedTo', { caseNumber: found.linkedCase.caseNumber })}
          </AppLink>
        </>
      )}
    </>
  )
}

/** What is still open, and of how much. */
export function CaseMoney({ found: { outstandingCents, claimCents, paidCents, currency } }: { found: CaseDetail }) {
  const t = useText()
  return (
    <p className={styles.money}>
      <span className="visually-hidden">{t('cases.columns.outstanding')}: </span>
      <strong>
        <Money cents={outstandingCents} currency={currency} />
      </strong>
      {paidCents > 0 && claimCents !== null && <span>{t('cases.ofClaim', { claim: formatMoney(claimCents, currency) })}</span>}
    </p>
  )
}

/** How it stands, on one line. */
export function CaseFacts({ found }: { found: CaseDetail }) {
  const t = useText()
  return (
    <dl className={styles.facts}>
      {found.nextStep !== null && found.status === 'open' && (
        <div>
          <dt>{t('cases.columns.nextStep')}</dt>
          <dd>{nextWords(found.nextStep)}</dd>
        </div>
      )}
      {found.paidOn !== null && (
        <div>
          <dt>{t('cases.columns.paid')}</dt>
          <dd>
            <Money cents={found.paidCents} currency={found.currency} /> · {formatDate(`${found.paidOn}T12:00:00Z`)}
          </dd>
        </div>
      )}
      {(found.result !== null || found.lastResult === null) && (
        <div>
          <dt>{t('cases.columns.result')}</dt>
          <dd>{resultName(t, found.result)}</dd>
        </div>
      )}
      {found.lastResult !== null && found.lastResult !== found.result && (
        <div>
          <dt>{t('cases.columns.lastResult')}</dt>
          <dd>{resultName(t, found.lastResult)}</dd>
        </div>
      )}
      <div>
        <dt>{t('cases.columns.attempts')}</dt>
        <dd>{found.attempts}</dd>
      </div>
      <div>
        <dt>{t('cases.columns.lastAnswer')}</dt>
        <dd>{found.lastAnswer === null ? '–' : t(`cases.answers.${found.lastAnswer}`)}</dd>
      </div>
      <div data-minor>
        <dt>{t('cases.statusSince')}</dt>
        <dd>
          <Moment at={found.statusAt} />
        </dd>
      </div>
      <div data-minor>
        <dt>{t('cases.columns.updatedAt')}</dt>
        <dd>
          <Moment at={found.updatedAt} />
        </dd>
      </div>
      <div data-minor>
        <dt>{t('cases.columns.direction')}</dt>
        <dd>{t(`cases.directions.${found.direction}`)}</dd>
      </div>
      {found.status === 'paused' && (
        <div>
          <dt>{t('cases.pausedUntil')}</dt>
          <dd>{found.pausedUntil === null ? t('cases.pausedForever') : formatNextDayOrMoment(found.pausedUntil)}</dd>
        </div>
      )}
    </dl>
  )
}
