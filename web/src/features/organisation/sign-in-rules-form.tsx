import { organisationApi, passwordExpiryChoices, SignInRules } from '@regie/contract/organisation.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { ConflictNotice } from '../../ui/conflict-notice.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { FormActions } from '../../ui/form.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { useVersionedForm } from '../../ui/use-versioned-form.ts'
import styles from './organisation.module.css'

/** How the users of one customer sign in: second factor, expiry of passwords, single sign-on. */
export function SignInRulesForm({ customerID }: { customerID: number }) {
  const kept = useApi(organisationApi.get, { params: { customerID } })
  if (!kept.data) return <NotLoaded query={kept} lines={10} />
  return <Rules key={customerID} kept={kept.data} />
}

type Provider = { issuer: string; clientID: string; clientSecret: string; buttonText: string }
const noProvider: Provider = { issuer: '', clientID: '', clientSecret: '', buttonText: '' }

const rulesOf = ({ enforceTwoFactor, passwordExpiryDays, localPasswords }: SignInRules) => ({
  enforceTwoFactor,
  passwordExpiryDays,
  localPasswords,
})
const providerOf = ({ sso }: SignInRules): Provider =>
  sso === null ? noProvider : { issuer: sso.issuer, clientID: sso.clientID, clientSecret: '', buttonText: sso.buttonText }
const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

function Rules({ kept }: { kept: SignInRules }) {
  const t = useText()
  const change = useApiChange(organisationApi.change, { refresh: [organisationApi.get] })
  const [rules, setRules] = useState(() => rulesOf(kept))
  const [hasSso, setHasSso] = useState(kept.sso !== null)
  const [provider, setProvider] = useState(() => providerOf(kept))
  const [failure, setFailure] = useState<Error | null>(null)
  const { theirs, lastSave, takeTheirs, save } = useVersionedForm({
    row: kept,
    schema: SignInRules,
    isChanged: (base) => !isSame(rules, rulesOf(base)) || hasSso !== (base.sso !== null) || (hasSso && !isSame(provider, providerOf(base))),
    show: (row) => {
      setRules(rulesOf(row))
      setHasSso(row.sso !== null)
      setProvider(providerOf(row))
      setFailure(null)
    },
  })
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure !== null) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [failure])

  async function send() {
    setFailure(null)
    const { clientSecret, ...rest } = provider
    const sso = hasSso
      ? { issuer: rest.issuer, clientID: rest.clientID, buttonText: rest.buttonText, ...(clientSecret === '' ? {} : { clientSecret }) }
      : null
    try {
      const body = { ...rules, localPasswords: !hasSso || rules.localPasswords, sso }
      const saved = await save((version) => change.mutateAsync({ params: { customerID: kept.customerID }, body: { ...body, version } }))
      if (saved !== null) notify(t('organisation.saved'))
    } catch (refusal) {
      setFailure(refusal as Error)
    }
  }
  const words = ({ enforceTwoFactor, passwordExpiryDays: days, sso }: SignInRules) => [
    { key: 'factor', label: t('organisation.enforceTwoFactor'), value: t(enforceTwoFactor ? 'ui.yes' : 'ui.no') },
    { key: 'expiry', label: t('organisation.expiry'), value: days === null ? t('organisation.never') : t('organisation.days', { days }) },
    { key: 'sso', label: t('organisation.useSso'), value: sso?.issuer ?? t('ui.no') },
  ]
  const faultAt = (field: string) =>
    failure instanceof ApiFailure && failure.field === field ? errorText(failure.code, failure.params) : undefined
  const isAtField = failure instanceof ApiFailure && failure.field?.startsWith('sso.') === true

  return (
    <div ref={form} className={styles.form}>
      <Panel title={t('organisation.passwords')}>
        <div className={styles.fields}>
          <SwitchInput
            label={t('organisation.enforceTwoFactor')}
            help={t('organisation.enforceTwoFactorHelp')}
            value={rules.enforceTwoFactor}
            onChange={(enforceTwoFactor) => setRules({ ...rules, enforceTwoFactor })}
          />
          {rules.enforceTwoFactor && <Notice tone="warning">{t('organisation.emailOnly', { count: kept.emailOnlyUsers })}</Notice>}
          <SelectInput
            label={t('organisation.expiry')}
            value={String(rules.passwordExpiryDays ?? '')}
            onChange={(days) =>
              setRules({ ...rules, passwordExpiryDays: passwordExpiryChoices.find((choice) => String(choice) === days) ?? null })
            }
            options={[
              { value: '', label: t('organisation.never') },
              ...passwordExpiryChoices.map((days) => ({ value: String(days), label: t('organisation.days', { days }) })),
            ]}
          />
        </div>
      </Panel>
      <Panel title={t('organisation.sso')}>
        <div className={styles.fields}>
          <SwitchInput label={t('organisation.useSso')} help={t('organisation.useSsoHelp')} value={hasSso} onChange={setHasSso} />
          {hasSso && (
            <>
              <TextInput
                label={t('organisation.issuer')}
                help={t('organisation.issuerHelp')}
                isRequired
                maxLength={300}
                error={faultAt('sso.issuer')}
                value={provider.issuer}
                onChange={(issuer) => setProvider({ ...provider, issuer })}
              />
              <TextInput
                label={t('organisation.clientID')}
                isRequired
                maxLength={200}
                error={faultAt('sso.clientID')}
                value={provider.clientID}
                onChange={(clientID) => setProvider({ ...provider, clientID })}
              />
              <PasswordInput
                label={t('organisation.clientSecret')}
                help={kept.sso?.hasSecret ? t('organisation.secretKept') : undefined}
                autoComplete="off"
                value={provider.clientSecret}
                onChange={(clientSecret) => setProvider({ ...provider, clientSecret })}
              />
              <TextInput
                label={t('organisation.buttonText')}
                help={t('organisation.buttonTextHelp')}
                maxLength={60}
                error={faultAt('sso.buttonText')}
                value={provider.buttonText}
                onChange={(buttonText) => setProvider({ ...provider, buttonText })}
              />
              {kept.sso !== null && (
                <KeyValueList
                  items={[{ key: 'redirect', label: t('organisation.redirectUrl'), value: <code>{kept.sso.redirectUrl}</code> }]}
                />
              )}
              <SwitchInput
                label={t('organisation.onlySso')}
                help={t('organisation.onlySsoHelp')}
                value={!rules.localPasswords}
                onChange={(only) => setRules({ ...rules, localPasswords: !only })}
              />
            </>
          )}
        </div>
      </Panel>
      {theirs !== null && <ConflictNotice lastSave={lastSave} items={words(theirs)} onTake={takeTheirs} />}
      {failure !== null && !isAtField && <FailureText failure={failure} />}
      <FormActions>
        <Button kind="main" isBusy={change.isPending} onPress={() => void send()}>
          {t('organisation.save')}
        </Button>
      </FormActions>
    </div>
  )
}
