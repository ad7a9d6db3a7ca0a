import { smsDownMinutes } from '@regie/contract/sms-failover.ts'
import { channels } from '@regie/contract/channels.ts'
import { carriesNothing, takesMoney } from '@regie/contract/providers.ts'
import { useText } from '../../locales/i18n.tsx'
import { NumberInput, SelectInput } from '../../ui/inputs.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'
import { CloudFields } from './cloud-fields.tsx'
import { AcceptEmailFields, MailToPayFields } from './request-fields.tsx'
import { MollieFields } from './mollie-fields.tsx'
import { OauthFields, SignInChoice } from './oauth-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { SpeechFields } from './speech-fields.tsx'
import { VoiceFields } from './voice-fields.tsx'
import { SendingFields } from './sending-fields.tsx'
import { ExchangeFields, HttpSmsFields } from './sms-fields.tsx'
import { isHttpKind, kindsOf, type ProviderFieldsProps, type ProviderKind, withEncryption, withKind, wordsOf } from './provider-draft.ts'

/** The fields of a provider, by its kind. */
export function ProviderFields({
  channel,
  draft,
  onChange,
  faultAt,
  isNew,
  hasSecret,
  hasDkimKey,
  isOfTemplate = false,
  prices = [],
}: ProviderFieldsProps) {
  const t = useText()
  const kinds = kindsOf(channel)
  return (
    <Stack isWide>
      <TextInput
        label={t('providers.fields.name')}
        isRequired
        maxLength={60}
        error={faultAt('name')}
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
      />
      {isNew && !isOfTemplate && kinds.length > 1 && (
        <SelectInput
          label={t('providers.fields.kind')}
          value={draft.kind}
          options={kinds.map((kind) => ({ value: kind, label: t(`providers.kinds.${kind}`) }))}
          onChange={(kind) => onChange(withKind(draft, kind as ProviderKind))}
        />
      )}
      {draft.kind === 'simulated' ? (
        <Notice tone="accent" icon="flask" title={t('providers.kinds.simulated')}>
          {t(simulatedWords(channel))}
        </Notice>
      ) : draft.kind === 'web-pairing' ? (
        <NumberInput
          label={t('providers.pairing.perMinute')}
          help={t('providers.pairing.help')}
          min={1}
          max={20}
          error={faultAt('settings.perMinute')}
          value={draft.pairing.perMinute}
          onChange={(perMinute) => onChange({ ...draft, pairing: { ...draft.pairing, perMinute: perMinute ?? draft.pairing.perMinute } })}
        />
      ) : draft.kind === 'whatsapp-cloud' ? (
        <CloudFields {...{ draft, onChange, faultAt, hasSecret }} />
      ) : draft.kind === 'speech-http' ? (
        <SpeechFields {...{ draft, onChange, faultAt, hasSecret }} />
      ) : draft.kind === 'asterisk' ? (
        <VoiceFields {...{ draft, onChange, faultAt, hasSecret }} />
      ) : draft.kind === 'mollie' ? (
        <MollieFields {...{ draft, onChange, faultAt, hasSecret }} />
      ) : draft.kind === 'acceptemail' ? (
        <AcceptEmailFields {...{ draft, onChange, faultAt, hasSecret }} />
      ) : draft.kind === 'mailtopay' ? (
        <MailToPayFields {...{ draft, onChange, faultAt, hasSecret }} />
      ) : draft.kind === 'smpp' ? (
        <ExchangeFields {...{ draft, onChange, faultAt, hasSecret }} />
      ) : isHttpKind(draft.kind) ? (
        <HttpSmsFields {...{ draft, onChange, faultAt, hasSecret }} kind={draft.kind} />
      ) : (
        <>
          <MailServerFields {...{ draft, onChange, faultAt, hasSecret }} />
          {draft.kind === 'smtp' && <SendingFields {...{ draft, onChange, faultAt, hasDkimKey }} />}
        </>
      )}
      {channels.some((one) => one === channel) && !carriesNothing(draft.kind) && (
        <PriceFields {...{ channel, draft, onChange, faultAt, prices }} />
      )}
      {!isOfTemplate && !carriesNothing(draft.kind) && (
        <SwitchInput
          label={t(defaultWords[wordsOf(channel)].label)}
          help={t(defaultWords[wordsOf(channel)].help)}
          value={draft.isDefault}
          onChange={(isDefault) => onChange({ ...draft, isDefault, isBackup: draft.isBackup && !isDefault })}
        />
      )}
      {channel === 'sms' && (
        <SwitchInput
          label={t('providers.fields.isBackup')}
          help={t('providers.help.isBackup', { minutes: smsDownMinutes })}
          value={draft.isBackup}
          onChange={(isBackup) => onChange({ ...draft, isBackup, isDefault: draft.isDefault && !isBackup })}
        />
      )}
    </Stack>
  )
}

const defaultWords = {
  message: { label: 'providers.fields.isDefault', help: 'providers.help.isDefault' },
  payment: { label: 'providers.payment.isDefault', help: 'providers.payment.isDefaultHelp' },
  request: { label: 'providers.request.isDefault', help: 'providers.payment.isDefaultHelp' },
} as const

const simulatedWords = (channel: ProviderFieldsProps['channel']) =>
  takesMoney(channel) ? 'providers.payment.simulated' : channel === 'call' ? 'providers.simulated' : 'providers.simulatedMessage'

const encryptions = ['starttls', 'tls', 'none'] as const

function MailServerFields({ draft, onChange, faultAt, hasSecret }: Omit<ProviderFieldsProps, 'channel' | 'isNew' | 'hasDkimKey'>) {
  const t = useText()
  const { server } = draft
  const set = (change: Partial<typeof server>) => onChange({ ...draft, server: { ...server, ...change } })
  return (
    <>
      <SignInChoice {...{ draft, onChange }} />
      <TextInput
        label={t('providers.fields.host')}
        isRequired
        maxLength={253}
        placeholder={draft.kind === 'imap' ? 'imap.example.nl' : 'smtp.example.nl'}
        error={faultAt('settings.host')}
        value={server.host}
        onChange={(host) => set({ host })}
      />
      <SelectInput
        label={t('providers.fields.encryption')}
        value={server.encryption}
        options={encryptions.map((value) => ({ value, label: t(`providers.encryptions.${value}`) }))}
        onChange={(chosen) => onChange(withEncryption(draft, chosen as (typeof encryptions)[number]))}
      />
      <NumberInput
        label={t('providers.fields.port')}
        isRequired
        min={1}
        max={65_535}
        error={faultAt('settings.port')}
        value={server.port}
        onChange={(port) => set({ port: port ?? 0 })}
      />
      <TextInput
        label={t(server.oauth ? 'providers.fields.mailbox' : 'providers.fields.user')}
        help={server.oauth && t('providers.help.mailbox')}
        isRequired={draft.kind === 'imap' || server.oauth !== undefined}
        maxLength={200}
        error={faultAt('settings.user')}
        value={server.user}
        onChange={(user) => set({ user })}
      />
      {server.oauth ? (
        <OauthFields {...{ draft, onChange, faultAt, hasSecret }} app={server.oauth} />
      ) : (
        <PasswordInput
          label={t('providers.fields.secret')}
          help={hasSecret ? t('providers.help.secretKept') : undefined}
          autoComplete="new-password"
          error={faultAt('secret')}
          value={draft.secret}
          onChange={(secret) => onChange({ ...draft, secret })}
        />
      )}
      {draft.kind === 'imap' ? (
        <TextInput
          label={t('providers.fields.folder')}
          help={t('providers.help.folder')}
          isRequired
          maxLength={200}
          error={faultAt('settings.folder')}
          value={draft.folder}
          onChange={(folder) => onChange({ ...draft, folder })}
        />
      ) : (
        <TextInput
          label={t('providers.fields.sender')}
          help={t('providers.help.sender')}
          type="email"
          maxLength={254}
          error={faultAt('settings.sender')}
          value={server.sender}
          onChange={(sender) => set({ sender })}
        />
      )}
    </>
  )
}
