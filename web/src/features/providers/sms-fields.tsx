import { type HttpSmsKind, httpSmsProviders, type SmppSettings, smppIdFormats } from '@regie/contract/sms-providers.ts'
import { useText } from '../../locales/i18n.tsx'
import { NumberInput, SelectInput } from '../../ui/inputs.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import type { ProviderFieldsProps } from './provider-draft.ts'

type SmsFieldsProps = Pick<ProviderFieldsProps, 'draft' | 'onChange' | 'faultAt' | 'hasSecret'>

type ChoiceName = 'encryption' | 'bindMode' | 'idFormat' | 'longMethod'

/** Where an SMS exchange is, who signs in, and how it is spoken to. */
export function ExchangeFields({ draft, onChange, faultAt, hasSecret }: SmsFieldsProps) {
  const t = useText()
  const { exchange } = draft
  const set = (change: Partial<SmppSettings>) => onChange({ ...draft, exchange: { ...exchange, ...change } })
  const choice = (key: ChoiceName, values: readonly SmppSettings[ChoiceName][]) => (
    <SelectInput
      label={t(`providers.sms.${key}`)}
      help={key === 'idFormat' ? t('providers.sms.idFormatHelp') : undefined}
      value={exchange[key]}
      options={values.map((value) => ({ value, label: t(`providers.sms.choices.${value}`) }))}
      onChange={(value) => set({ [key]: value } as Partial<SmppSettings>)}
    />
  )
  return (
    <>
      <TextInput
        label={t('providers.sms.host')}
        isRequired
        maxLength={253}
        placeholder="smpp.example.nl"
        error={faultAt('settings.host')}
        value={exchange.host}
        onChange={(host) => set({ host })}
      />
      {choice('encryption', ['none', 'tls'])}
      <NumberInput
        label={t('providers.fields.port')}
        isRequired
        min={1}
        max={65_535}
        error={faultAt('settings.port')}
        value={exchange.port}
        onChange={(port) => set({ port: port ?? 0 })}
      />
      <TextInput
        label={t('providers.sms.systemId')}
        isRequired
        maxLength={15}
        error={faultAt('settings.user')}
        value={exchange.user}
        onChange={(user) => set({ user })}
      />
      <SecretField {...{ draft, onChange, faultAt, hasSecret }} label={t('providers.fields.secret')} />
      <SenderField value={exchange.sender} error={faultAt('settings.sender')} onChange={(sender) => set({ sender })} />
      <TextInput
        label={t('providers.sms.systemType')}
        help={t('providers.sms.systemTypeHelp')}
        maxLength={12}
        error={faultAt('settings.systemType')}
        value={exchange.systemType}
        onChange={(systemType) => set({ systemType })}
      />
      {choice('bindMode', ['transceiver', 'pair'])}
      {choice('idFormat', smppIdFormats)}
      {choice('longMethod', ['udh', 'payload'])}
      <NumberInput
        label={t('providers.sms.window')}
        help={t('providers.sms.windowHelp')}
        isRequired
        min={1}
        max={100}
        error={faultAt('settings.window')}
        value={exchange.window}
        onChange={(window) => set({ window: window ?? 1 })}
      />
      <NumberInput
        label={t('providers.sms.perSecond')}
        help={t('providers.help.perMinute')}
        min={1}
        max={1_000}
        error={faultAt('settings.perSecond')}
        value={exchange.perSecond}
        onChange={(perSecond) => set({ perSecond })}
      />
    </>
  )
}

/** Where a provider is asked by HTTP, and its key. */
export function HttpSmsFields({ draft, onChange, faultAt, hasSecret, kind }: SmsFieldsProps & { kind: HttpSmsKind }) {
  const t = useText()
  const { http } = draft
  const set = (change: Partial<typeof http>) => onChange({ ...draft, http: { ...http, ...change } })
  return (
    <>
      {httpSmsProviders[kind].hasAccount && (
        <TextInput
          label={t('providers.sms.account')}
          isRequired
          maxLength={64}
          error={faultAt('settings.user')}
          value={http.user}
          onChange={(user) => set({ user })}
        />
      )}
      <SecretField {...{ draft, onChange, faultAt, hasSecret }} label={t(`providers.sms.keys.${kind}`)} />
      <SenderField value={http.sender} error={faultAt('settings.sender')} onChange={(sender) => set({ sender })} />
      <TextInput
        label={t('providers.sms.url')}
        help={t('providers.sms.urlHelp')}
        isRequired
        maxLength={300}
        error={faultAt('settings.url')}
        value={http.url}
        onChange={(url) => set({ url })}
      />
    </>
  )
}

function SecretField({ draft, onChange, faultAt, hasSecret, label }: SmsFieldsProps & { label: string }) {
  const t = useText()
  return (
    <PasswordInput
      label={label}
      help={hasSecret ? t('providers.help.secretKept') : undefined}
      autoComplete="new-password"
      error={faultAt('secret')}
      value={draft.secret}
      onChange={(secret) => onChange({ ...draft, secret })}
    />
  )
}

function SenderField({ value, error, onChange }: { value: string; error: string | undefined; onChange: (value: string) => void }) {
  const t = useText()
  const isName = /[a-z]/i.test(value)
  return (
    <TextInput
      label={t('providers.fields.sender')}
      help={t(isName ? 'providers.sms.senderIsName' : 'providers.sms.senderHelp')}
      maxLength={16}
      error={error}
      value={value}
      onChange={onChange}
    />
  )
}
