import { voiceNames } from '@regie/contract/voices.ts'
import { useText } from '../../locales/i18n.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import type { ProviderFieldsProps } from './provider-draft.ts'

/** Where a service that speaks is asked, its key, and what it calls each of our voices. */
export function SpeechFields({
  draft,
  onChange,
  faultAt,
  hasSecret,
}: Pick<ProviderFieldsProps, 'draft' | 'onChange' | 'faultAt' | 'hasSecret'>) {
  const t = useText()
  const { speech } = draft
  const set = (change: Partial<typeof speech>) => onChange({ ...draft, speech: { ...speech, ...change } })
  return (
    <>
      <TextInput
        label={t('providers.speech.url')}
        help={t('providers.speech.urlHelp')}
        isRequired
        maxLength={300}
        error={faultAt('settings.url')}
        value={speech.url}
        onChange={(url) => set({ url })}
      />
      <PasswordInput
        label={t('providers.speech.key')}
        help={hasSecret ? t('providers.help.secretKept') : undefined}
        autoComplete="new-password"
        error={faultAt('secret')}
        value={draft.secret}
        onChange={(secret) => onChange({ ...draft, secret })}
      />
      <TextInput
        label={t('providers.speech.model')}
        isRequired
        maxLength={100}
        error={faultAt('settings.model')}
        value={speech.model}
        onChange={(model) => set({ model })}
      />
      {voiceNames.map((voice) => (
        <TextInput
          key={voice}
          label={t('providers.speech.voice', { voice })}
          isRequired
          maxLength={100}
          error={faultAt(`settings.voices.${voice}`)}
          value={speech.voices[voice]}
          onChange={(id) => set({ voices: { ...speech.voices, [voice]: id } })}
        />
      ))}
    </>
  )
}
