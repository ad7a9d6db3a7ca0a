import { useText } from '../../locales/i18n.tsx'
import { NumberInput } from '../../ui/inputs.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'
import type { ProviderFieldsProps } from './provider-draft.ts'

type VoiceFieldsProps = Pick<ProviderFieldsProps, 'draft' | 'onChange' | 'faultAt' | 'hasSecret'>
type Account = VoiceFieldsProps['draft']['asterisk']
type TextName = 'url' | 'app' | 'trunk' | 'agentPhone' | 'agentKey' | 'soundsUrl' | 'webPhoneUrl'

/** Where a telephone exchange is, who signs in, how it dials, and what happens when somebody picks up. */
export function VoiceFields({ draft, onChange, faultAt, hasSecret }: VoiceFieldsProps) {
  const t = useText()
  const { asterisk } = draft
  const set = (change: Partial<Account>) => onChange({ ...draft, asterisk: { ...asterisk, ...change } })
  const text = (name: TextName, maxLength: number) => (
    <TextInput
      label={t(`providers.voice.${name}`)}
      help={t(`providers.voice.${name}Help`)}
      isRequired={name !== 'soundsUrl' && name !== 'webPhoneUrl'}
      maxLength={maxLength}
      error={faultAt(`settings.${name}`)}
      value={asterisk[name]}
      onChange={(value) => set({ [name]: value })}
    />
  )
  const seconds = (name: 'ringSeconds' | 'callSeconds', min: number, max: number) => (
    <NumberInput
      label={t(`providers.voice.${name}`)}
      {...{ min, max }}
      error={faultAt(`settings.${name}`)}
      value={asterisk[name]}
      onChange={(value) => set({ [name]: value ?? asterisk[name] })}
    />
  )
  return (
    <>
      {text('url', 300)}
      <TextInput
        label={t('providers.fields.user')}
        isRequired
        maxLength={100}
        error={faultAt('settings.user')}
        value={asterisk.user}
        onChange={(user) => set({ user })}
      />
      <PasswordInput
        label={t('providers.fields.secret')}
        help={hasSecret ? t('providers.help.secretKept') : undefined}
        autoComplete="new-password"
        error={faultAt('secret')}
        value={draft.secret}
        onChange={(secret) => onChange({ ...draft, secret })}
      />
      {text('app', 40)}
      {text('trunk', 200)}
      {text('agentPhone', 200)}
      <SwitchInput
        label={t('providers.voice.detectsAnswer')}
        help={t('providers.voice.detectsAnswerHelp')}
        value={asterisk.detectsAnswer}
        onChange={(detectsAnswer) => set({ detectsAnswer })}
      />
      {text('agentKey', 1)}
      {seconds('ringSeconds', 10, 120)}
      {seconds('callSeconds', 30, 900)}
      {text('soundsUrl', 300)}
      {text('webPhoneUrl', 300)}
    </>
  )
}
