import { type OauthApp, oauthServices } from '@regie/contract/providers.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { DateInput } from '../../ui/dates/date-input.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import { type ProviderFieldsProps, withSignIn } from './provider-draft.ts'
import styles from './providers.module.css'

type Props = Pick<ProviderFieldsProps, 'draft' | 'onChange' | 'faultAt' | 'hasSecret'>

/** How one signs in to a mail server: by a password, or with an app at Microsoft or Google. */
export function SignInChoice({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  const t = useText()
  return (
    <SelectInput
      label={t('providers.fields.signIn')}
      value={draft.server.oauth?.service ?? 'password'}
      options={(['password', ...oauthServices] as const).map((value) => ({ value, label: t(`providers.signIns.${value}`) }))}
      onChange={(chosen) => onChange(withSignIn(draft, chosen as 'password' | OauthApp['service']))}
    />
  )
}

/** The app that the customer registered at the service, and the address that it must know. */
export function OauthFields({ draft, onChange, faultAt, hasSecret, app }: Props & { app: OauthApp }) {
  const t = useText()
  const set = (change: Partial<OauthApp>) => onChange({ ...draft, server: { ...draft.server, oauth: { ...app, ...change } } })
  return (
    <>
      <TextInput
        label={t('providers.fields.clientId')}
        isRequired
        maxLength={200}
        error={faultAt('settings.oauth.clientId')}
        value={app.clientId}
        onChange={(clientId) => set({ clientId })}
      />
      {app.service === 'microsoft' && (
        <TextInput
          label={t('providers.fields.tenant')}
          help={t('providers.help.tenant')}
          isRequired
          maxLength={100}
          error={faultAt('settings.oauth.tenant')}
          value={app.tenant}
          onChange={(tenant) => set({ tenant })}
        />
      )}
      <PasswordInput
        label={t('providers.fields.clientSecret')}
        help={t(hasSecret ? 'providers.help.clientSecretKept' : 'providers.help.clientSecret')}
        autoComplete="new-password"
        error={faultAt('secret')}
        value={draft.secret}
        onChange={(secret) => onChange({ ...draft, secret })}
      />
      <DateInput
        label={t('providers.fields.secretUntil')}
        help={t('providers.help.secretUntil')}
        hasChips={false}
        error={faultAt('settings.oauth.secretUntil')}
        value={app.secretUntil ?? ''}
        onChange={(day) => set({ secretUntil: day === '' ? null : day })}
      />
      <Notice>
        <p className={styles.register}>
          {t('providers.oauth.register')} <code className={styles.webhook}>{`${location.origin}${paths.providers()}`}</code>
        </p>
        <p className={styles.register}>{t('providers.oauth.after')}</p>
      </Notice>
    </>
  )
}
