import { useText } from '../../locales/i18n.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import type { ProviderFieldsProps } from './provider-draft.ts'

const secrets = ['secret', 'appSecret', 'verifyToken'] as const
const secretLabels = { secret: 'token', appSecret: 'appSecret', verifyToken: 'verifyToken' } as const

/** A number of WhatsApp at Meta: which one, and the secrets that are never shown again. */
export function CloudFields({
  draft,
  onChange,
  faultAt,
  hasSecret,
}: Pick<ProviderFieldsProps, 'draft' | 'onChange' | 'faultAt' | 'hasSecret'>) {
  const t = useText()
  const { cloud } = draft
  const set = (change: Partial<typeof cloud>) => onChange({ ...draft, cloud: { ...cloud, ...change } })
  return (
    <>
      <TextInput
        label={t('providers.fields.phoneNumberId')}
        help={t('providers.help.phoneNumberId')}
        isRequired
        maxLength={30}
        error={faultAt('settings.phoneNumberId')}
        value={cloud.phoneNumberId}
        onChange={(phoneNumberId) => set({ phoneNumberId })}
      />
      <TextInput
        label={t('providers.fields.wabaId')}
        help={t('providers.help.wabaId')}
        isRequired
        maxLength={30}
        error={faultAt('settings.wabaId')}
        value={cloud.wabaId}
        onChange={(wabaId) => set({ wabaId })}
      />
      {secrets.map((name) => (
        <PasswordInput
          key={name}
          label={t(`providers.fields.${secretLabels[name]}`)}
          help={hasSecret ? t('providers.help.cloudSecretKept') : t(`providers.help.${secretLabels[name]}`)}
          autoComplete="new-password"
          error={faultAt(name)}
          value={draft[name]}
          onChange={(value) => onChange({ ...draft, [name]: value })}
        />
      ))}
      <TextInput
        label={t('providers.fields.baseUrl')}
        help={t('providers.help.baseUrl')}
        isRequired
        maxLength={300}
        error={faultAt('settings.baseUrl')}
        value={cloud.baseUrl}
        onChange={(baseUrl) => set({ baseUrl })}
      />
    </>
  )
}
