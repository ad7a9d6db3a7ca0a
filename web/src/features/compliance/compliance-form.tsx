import { Compliance, complianceApi, type ComplianceProfileName, complianceProfiles, type ContactCaps } from '@regie/contract/customers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { errorText } from '../../locales/error-text.ts'
import { formatMomentFull } from '../../locales/format.ts'
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
import { Stack } from '../../ui/stack.tsx'
import { currentOf } from '../../api/conflict.ts'
import { ConflictNotice } from '../../ui/conflict-notice.tsx'

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
  return <Fields key={`${customerID} ${data.version}`} kept={data} />
}

function Fields({ kept }: { kept: Compliance }) {
  const t = useText()
  const change = useApiChange(complianceApi.change, { refresh: [complianceApi.get] })
  const [profile, setProfile] = useState(kept.profile)
  const [caps, setCaps] = useState(kept.caps)
  const [reason, setReason] = useState('')
  const [other, setOther] = useState<Compliance | null>(null)
  const usual = kept.capsOfProfiles[profile]
  const unsaved = profile !== kept.profile || capNames.some((name) => caps[name] !== kept.caps[name])
  const refusal = change.error instanceof ApiFailure ? change.error : null
  const errorAt = (field: string) => (refusal?.field === field ? errorText(refusal.code, refusal.params) : undefined)
  async function save() {
    const body = { profile, caps, reason, version: other?.version ?? kept.version }
    try {
      await change.mutateAsync({ params: { customerID: kept.customerID }, body })
      notify(t('compliance.saved'))
    } catch (failure) {
      setOther((before) => currentOf(failure, Compliance) ?? before)
    }
  }
  return (
    <Stack isWide>
      {other && (
        <ConflictNotice items={[{ key: 'profile', label: t('compliance.profile'), value: t(`compliance.profiles.${other.profile}`) }]} />
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
          <Panel title={t('compliance.reason')}>
            <Stack isWide>
              {kept.changedAt !== null && (
                <p className={styles.soft}>
                  {t('compliance.last', { by: kept.changedBy ?? '', moment: formatMomentFull(kept.changedAt), reason: kept.reason })}
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
          </Stack>
        </Panel>
      </div>
      {refusal !== null && refusal.field === undefined && other === null && <FailureText failure={refusal} />}
      <FormActions>
        <Can
          right={Right.changeCompliance}
          refusal={!unsaved ? t('scripts.nothingChanged') : reason.trim() === '' ? errorText('compliance.reasonMissing') : undefined}
        >
          {(why) => (
            <Button kind="main" reason={why} isBusy={change.isPending} onPress={() => void save()}>
              {t('ui.save')}
            </Button>
          )}
        </Can>
      </FormActions>
      <LeaveQuestion isUnsaved={unsaved && !change.isPending} />
    </Stack>
  )
}
