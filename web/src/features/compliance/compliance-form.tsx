import { type MissedInstalment, missedInstalments } from '@regie/contract/missed-instalments.ts'
import { Compliance, complianceApi, type ComplianceProfileName, complianceProfiles, type ContactCaps } from '@regie/contract/customers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { errorText } from '../../locales/error-text.ts'
import { formatMomentFull, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { FormActions } from '../../ui/form.tsx'
import { NumberInput, SelectInput, TextAreaInput } from '../../ui/inputs.tsx'
import { LeaveQuestion } from '../../ui/leave-question.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import styles from './compliance.module.css'
import { DropRateFields, dropNames, type DropDraft, isSameDrop, wholeDrop } from './drop-rate-fields.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'
import { Stack } from '../../ui/stack.tsx'
import { ConflictNotice } from '../../ui/conflict-notice.tsx'
import { useVersionedForm } from '../../ui/use-versioned-form.ts'
import { personName } from '../../session/people.ts'

const capMaxes = {
  answeredPerDay: 50,
  callsPerDay: 50,
  callsPerWeek: 200,
  writtenPerWeek: 200,
  contactsPerLifetime: 1000,
} as const satisfies Record<keyof ContactCaps, number>
const capNames = Object.keys(capMaxes) as (keyof ContactCaps)[]

/** The law under which a customer works, and how often one person may be contacted. Every change has its reason. */
export function ComplianceForm({ customerID }: { customerID: number }) {
  const query = useApi(complianceApi.get, { params: { customerID } })
  const { data } = query
  if (data === undefined) return <NotLoaded query={query} lines={8} />
  return <Fields key={customerID} row={data} />
}

function Fields({ row }: { row: Compliance }) {
  const t = useText()
  const change = useApiChange(complianceApi.change, { refresh: [complianceApi.get] })
  const [profile, setProfile] = useState(row.profile)
  const [caps, setCaps] = useState(row.caps)
  const [quietDays, setQuietDays] = useState<number | null>(row.quietDaysAfterStaff)
  const [confirmsStop, setConfirmsStop] = useState(row.stopConfirmation)
  const [stopsInterest, setStopsInterest] = useState(row.debtHelpStopsInterest)
  const [missed, setMissed] = useState(row.missedInstalment)
  const [drop, setDrop] = useState<DropDraft>(row.dropRate)
  const [reason, setReason] = useState('')
  const differs = (from: Compliance) =>
    profile !== from.profile ||
    confirmsStop !== from.stopConfirmation ||
    stopsInterest !== from.debtHelpStopsInterest ||
    missed !== from.missedInstalment ||
    !isSameDrop(drop, from.dropRate) ||
    quietDays !== from.quietDaysAfterStaff ||
    capNames.some((name) => caps[name] !== from.caps[name])
  const {
    base: kept,
    theirs,
    lastSave,
    takeTheirs,
    save,
  } = useVersionedForm({
    row,
    schema: Compliance,
    isChanged: (base) => differs(base) || reason !== '',
    show: (next) => {
      setProfile(next.profile)
      setCaps(next.caps)
      setQuietDays(next.quietDaysAfterStaff)
      setConfirmsStop(next.stopConfirmation)
      setStopsInterest(next.debtHelpStopsInterest)
      setMissed(next.missedInstalment)
      setDrop(next.dropRate)
      setReason('')
    },
  })
  const usual = kept.capsOfProfiles[profile]
  const isOther = differs(theirs ?? kept)
  const unsaved = isOther || reason !== ''
  const refusal = change.error instanceof ApiFailure ? change.error : null
  const errorAt = (field: string) => (refusal?.field === field ? errorText(refusal.code, refusal.params) : undefined)
  async function send() {
    try {
      const saved = await save((version) =>
        change.mutateAsync({
          params: { customerID: kept.customerID },
          body: {
            ...{ profile, caps, quietDaysAfterStaff: quietDays ?? 0, reason, version },
            ...{ stopConfirmation: confirmsStop, debtHelpStopsInterest: stopsInterest, missedInstalment: missed },
            ...(wholeDrop(drop) !== null && { dropRate: wholeDrop(drop) ?? undefined }),
          },
        }),
      )
      if (saved !== null) notify(t('compliance.saved'))
    } catch {
      // Shown by change.error.
    }
  }
  const words = (other: Compliance) => [
    { key: 'profile', label: t('compliance.profile'), value: t(`compliance.profiles.${other.profile}`) },
    ...capNames
      .filter((name) => other.caps[name] !== caps[name])
      .map((name) => ({ key: name, label: t(`compliance.cap.${name}`), value: String(other.caps[name] ?? '') })),
    ...(other.quietDaysAfterStaff === quietDays
      ? []
      : [{ key: 'quietDays', label: t('compliance.quietDays'), value: String(other.quietDaysAfterStaff) }]),
    ...(other.stopConfirmation === confirmsStop
      ? []
      : [{ key: 'stop', label: t('compliance.stopConfirmation'), value: t(other.stopConfirmation ? 'scripts.yes' : 'scripts.no') }]),
    ...(other.debtHelpStopsInterest === stopsInterest
      ? []
      : [
          {
            key: 'interest',
            label: t('compliance.debtHelpStopsInterest'),
            value: t(other.debtHelpStopsInterest ? 'scripts.yes' : 'scripts.no'),
          },
        ]),
    ...(other.missedInstalment === missed
      ? []
      : [{ key: 'missed', label: t('compliance.missedInstalment'), value: t(`compliance.missedRules.${other.missedInstalment}`) }]),
    ...dropNames
      .filter((name) => other.dropRate[name] !== drop[name])
      .map((name) => ({ key: name, label: t(`compliance.drop.${name}`), value: formatNumber(other.dropRate[name]) })),
    { key: 'reason', label: t('compliance.reason'), value: other.reason },
  ]
  return (
    <Stack isWide>
      {theirs && (
        <ConflictNotice
          items={words(theirs)}
          lastSave={lastSave}
          onTake={() => {
            takeTheirs()
            change.reset()
          }}
        />
      )}
      <div className={styles.panels}>
        <Stack isWide>
          <Panel title={t('compliance.law')}>
            <Stack isWide>
              <SelectInput
                label={t('compliance.profile')}
                value={profile}
                options={complianceProfiles.map((value) => ({ value, label: t(`compliance.profiles.${value}`) }))}
                onChange={(chosen) => {
                  setProfile(chosen as ComplianceProfileName)
                  setCaps(kept.capsOfProfiles[chosen as ComplianceProfileName])
                }}
              />
              <Notice icon="shield">{t(`compliance.about.${profile}`)}</Notice>
            </Stack>
          </Panel>
          <DropRateFields value={drop} errorAt={errorAt} onChange={setDrop} />
          <Panel title={t('compliance.reason')}>
            <Stack isWide>
              {kept.changedAt !== null && (
                <p className={styles.soft}>
                  {t('compliance.last', {
                    by: personName(kept.changedBy ?? ''),
                    moment: formatMomentFull(kept.changedAt),
                    reason: kept.reason,
                  })}
                </p>
              )}
              <TextAreaInput
                label={t('compliance.why')}
                isRequired
                maxLength={500}
                value={reason}
                error={errorAt('reason')}
                onChange={setReason}
              />
            </Stack>
          </Panel>
        </Stack>
        <Panel title={t('compliance.caps')}>
          <Stack isWide>
            <p className={styles.soft}>{t('compliance.capsAbout')}</p>
            {capNames.map((name) => (
              <NumberInput
                key={name}
                label={t(`compliance.cap.${name}`)}
                help={usual[name] === null ? t('compliance.noCap') : t('compliance.profileCap', { count: usual[name] })}
                min={0}
                max={capMaxes[name]}
                value={caps[name]}
                error={errorAt(`caps.${name}`)}
                onChange={(value) => setCaps({ ...caps, [name]: value })}
              />
            ))}
            <NumberInput
              label={t('compliance.quietDays')}
              help={t('compliance.quietDaysHelp')}
              min={0}
              max={14}
              value={quietDays}
              error={errorAt('quietDaysAfterStaff')}
              onChange={setQuietDays}
            />
            <SwitchInput
              label={t('compliance.stopConfirmation')}
              help={t('compliance.stopConfirmationHelp')}
              value={confirmsStop}
              onChange={setConfirmsStop}
            />
            <SwitchInput
              label={t('compliance.debtHelpStopsInterest')}
              help={t('compliance.debtHelpStopsInterestHelp')}
              value={stopsInterest}
              onChange={setStopsInterest}
            />
            <SelectInput
              label={t('compliance.missedInstalment')}
              help={t('compliance.missedInstalmentHelp')}
              value={missed}
              options={missedInstalments.map((value) => ({ value, label: t(`compliance.missedRules.${value}`) }))}
              onChange={(chosen) => setMissed(chosen as MissedInstalment)}
            />
          </Stack>
        </Panel>
      </div>
      {refusal !== null && refusal.field === undefined && theirs === null && <FailureText failure={refusal} />}
      <FormActions>
        <Can
          right={Right.changeCompliance}
          refusal={
            !isOther
              ? t('scripts.nothingChanged')
              : wholeDrop(drop) === null
                ? t('compliance.drop.missing')
                : reason.trim() === ''
                  ? errorText('compliance.reasonMissing')
                  : undefined
          }
        >
          {(why) => (
            <Button kind="main" reason={why} isBusy={change.isPending} onPress={() => void send()}>
              {t('ui.save')}
            </Button>
          )}
        </Can>
      </FormActions>
      <LeaveQuestion isUnsaved={unsaved && !change.isPending} />
    </Stack>
  )
}
