import {
  forecastMax,
  Retention,
  type RetentionForecast,
  retentionApi,
  type RetentionClass,
  retentionClasses,
  retentionMonthsMax,
  type RetentionPeriods,
  retentionRules,
} from '@regie/contract/retention.ts'
import { useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { errorText } from '../../locales/error-text.ts'
import { formatDate, formatMomentFull } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { personName } from '../../session/people.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ConflictNotice } from '../../ui/conflict-notice.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NumberInput } from '../../ui/inputs.tsx'
import { LeaveQuestion } from '../../ui/leave-question.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useVersionedForm } from '../../ui/use-versioned-form.ts'
import { FixedPeriods } from './fixed-periods.tsx'
import { HeldCounts } from './held-counts.tsx'
import styles from './retention.module.css'
import { RetentionNights } from './retention-nights.tsx'

type Draft = Record<RetentionClass, number | null>

/** How long each class of data of one customer is kept, what would go with that, and what the nights took away. */
export function RetentionForm({ customerID }: { customerID: number }) {
  const query = useApi(retentionApi.get, { params: { customerID } })
  if (query.data === undefined) return <NotLoaded query={query} lines={10} />
  return <Fields key={customerID} row={query.data} />
}

const isSame = (one: Draft, other: Draft) => retentionClasses.every((name) => one[name] === other[name])

/** What is typed, as it is sent; null while a period is missing. */
function periodsOf(draft: Draft): RetentionPeriods | null {
  return retentionClasses.every((name) => draft[name] !== null) ? (draft as RetentionPeriods) : null
}

function Fields({ row }: { row: Retention }) {
  const t = useText()
  const change = useApiChange(retentionApi.change, { refresh: [retentionApi.get] })
  const ask = useApiChange(retentionApi.forecast)
  const [draft, setDraft] = useState<Draft>(row.periods)
  const [isAsking, setAsking] = useState(false)
  const { base, theirs, lastSave, takeTheirs, save } = useVersionedForm({
    row,
    schema: Retention,
    isChanged: (kept) => !isSame(draft, kept.periods),
    show: (next) => setDraft(next.periods),
  })
  const kept = theirs ?? base
  const periods = periodsOf(draft)
  const unsaved = !isSame(draft, kept.periods)
  const refusal = change.error instanceof ApiFailure ? change.error : null
  const forecast = isForecastOf(ask.variables?.body.periods, periods) ? ask.data : undefined
  const put = (name: RetentionClass, months: number | null) => setDraft({ ...draft, [name]: months })
  const look = () => (periods === null ? undefined : ask.mutateAsync({ params: { customerID: row.customerID }, body: { periods } }))

  async function send() {
    if (periods === null) return
    try {
      const saved = await save((version) => change.mutateAsync({ params: { customerID: row.customerID }, body: { periods, version } }))
      if (saved !== null) notify(t('retention.saved'))
    } catch {
      // Shown by change.error.
    }
  }

  return (
    <Stack isWide>
      {kept.changedAt === null ? (
        <Notice tone="warning" icon="alert" title={t('retention.never')}>
          {t('retention.neverText')}
        </Notice>
      ) : (
        <Notice icon="shield" title={t('retention.holds')}>
          {t('retention.savedBy', { by: personName(kept.changedBy ?? ''), at: formatMomentFull(kept.changedAt) })}
        </Notice>
      )}
      <Panel
        title={t('retention.periods')}
        isFlush
        actions={
          <Button
            icon={<Icon name="search" size={16} />}
            reason={periods === null ? t('retention.incomplete') : undefined}
            isBusy={ask.isPending}
            onPress={() => void look()?.catch(() => undefined)}
          >
            {t('retention.look')}
          </Button>
        }
      >
        <ul className={styles.classes}>
          {retentionClasses.map((name) => (
            <li key={name} className={styles.class}>
              <div className={styles.words}>
                <h3>{t(`retention.classes.${name}.name`)}</h3>
                <p>{t(`retention.classes.${name}.text`)}</p>
                <p className={styles.act}>{t(`retention.acts.${retentionRules[name].act}`)}</p>
              </div>
              <div role="group" aria-label={t(`retention.classes.${name}.name`)}>
                <NumberInput
                  label={t('retention.months')}
                  help={minimumText(t, base.shortest[name])}
                  min={base.shortest[name].months}
                  max={retentionMonthsMax}
                  value={draft[name]}
                  error={refusal?.field === `periods.${name}` ? errorText(refusal.code, refusal.params) : undefined}
                  onChange={(months) => put(name, months)}
                />
              </div>
              <ForecastOf row={forecast?.find((one) => one.class === name)} />
            </li>
          ))}
        </ul>
      </Panel>
      {ask.error !== null && <FailureText failure={ask.error} />}
      {theirs !== null && (
        <ConflictNotice
          lastSave={lastSave}
          onTake={() => {
            takeTheirs()
            change.reset()
          }}
        />
      )}
      {refusal !== null && refusal.field === undefined && theirs === null && <FailureText failure={refusal} />}
      <FormActions>
        <Button
          kind="main"
          reason={periods === null ? t('retention.incomplete') : !unsaved && kept.changedAt !== null ? t('retention.nothing') : undefined}
          isBusy={change.isPending}
          onPress={() => {
            setAsking(true)
            if (forecast === undefined) void look()?.catch(() => undefined)
          }}
        >
          {t('retention.save')}
        </Button>
      </FormActions>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('retention.question')}
        verb={t('retention.save')}
        reason={forecast === undefined ? t('retention.counting') : undefined}
        onConfirm={send}
        onClose={() => setAsking(false)}
      >
        <Stack>
          <p>{t('retention.questionText')}</p>
          {forecast === undefined ? (
            <p role="status">{t('retention.counting')}</p>
          ) : (
            <ul className={styles.counts}>
              {forecast.map((one) => (
                <li key={one.class}>
                  {t(one.isMore ? 'retention.goesMore' : 'retention.goes', {
                    ...{ name: t(`retention.classes.${one.class}.name`), count: one.gone },
                  })}
                </li>
              ))}
            </ul>
          )}
        </Stack>
      </ConfirmDialog>
      <RetentionNights runs={kept.runs} isOn={kept.changedAt !== null} />
      <FixedPeriods auditMonths={kept.auditMonths} />
      <LeaveQuestion isUnsaved={unsaved} keepsWithin />
    </Stack>
  )
}

function ForecastOf({ row }: { row: RetentionForecast[number] | undefined }) {
  const t = useText()
  return (
    <div className={styles.forecast} role="status">
      {row !== undefined && (
        <>
          <p>
            <strong>{t('retention.would', { count: row.gone })}</strong> {t('retention.before', { day: formatDate(row.before) })}
          </p>
          {row.isMore && <p>{t('retention.more', { count: forecastMax })}</p>}
          {row.oldest !== null && <p className={styles.act}>{t('retention.oldest', { day: formatDate(row.oldest) })}</p>}
          <HeldCounts held={row.held} />
        </>
      )}
    </div>
  )
}

/** What was counted with other periods says nothing of these. */
function isForecastOf(counted: RetentionPeriods | undefined, periods: RetentionPeriods | null): boolean {
  return counted !== undefined && periods !== null && isSame(counted, periods)
}

function minimumText(t: ReturnType<typeof useText>, { months, law }: Retention['shortest'][RetentionClass]): string {
  return law === null ? t('retention.noLaw') : t(`retention.laws.${law}`, { months })
}
