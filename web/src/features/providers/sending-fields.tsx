import { useText } from '../../locales/i18n.tsx'
import { NumberInput, TextAreaInput } from '../../ui/inputs.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import type { ProviderFieldsProps } from './provider-draft.ts'

/** How a mail server signs its mails, and how many may leave by it. */
export function SendingFields({
  draft,
  onChange,
  faultAt,
  hasDkimKey,
}: Pick<ProviderFieldsProps, 'draft' | 'onChange' | 'faultAt' | 'hasDkimKey'>) {
  const t = useText()
  const { server } = draft
  const dkim = server.dkim ?? { domain: '', selector: '' }
  const setDkim = (change: Partial<typeof dkim>) => onChange({ ...draft, server: { ...server, dkim: { ...dkim, ...change } } })
  return (
    <>
      <TextInput
        label={t('providers.fields.bounces')}
        help={t('providers.help.bounces')}
        maxLength={253}
        error={faultAt('settings.bounces')}
        value={server.bounces ?? ''}
        onChange={(bounces) => onChange({ ...draft, server: { ...server, bounces } })}
      />
      <TextInput
        label={t('providers.fields.dkimDomain')}
        help={t('providers.help.dkimDomain')}
        maxLength={253}
        error={faultAt('settings.dkim.domain')}
        value={dkim.domain}
        onChange={(domain) => setDkim({ domain })}
      />
      {dkim.domain !== '' && (
        <>
          <TextInput
            label={t('providers.fields.dkimSelector')}
            isRequired
            maxLength={63}
            error={faultAt('settings.dkim.selector')}
            value={dkim.selector}
            onChange={(selector) => setDkim({ selector })}
          />
          <TextAreaInput
            label={t('providers.fields.dkimKey')}
            help={hasDkimKey ? t('providers.help.dkimKeyKept') : undefined}
            maxLength={10_000}
            error={faultAt('dkimKey')}
            value={draft.dkimKey}
            onChange={(dkimKey) => onChange({ ...draft, dkimKey })}
          />
        </>
      )}
      <NumberInput
        label={t('providers.fields.perMinute')}
        help={t('providers.help.perMinute')}
        min={1}
        max={100_000}
        error={faultAt('settings.perMinute')}
        value={server.perMinute}
        onChange={(perMinute) => onChange({ ...draft, server: { ...server, perMinute } })}
      />
      <TextAreaInput
        label={t('providers.fields.perMinuteByDomain')}
        help={t('providers.help.perMinuteByDomain')}
        placeholder="gmail.com 60"
        error={faultAt('settings.perMinuteByDomain')}
        value={draft.paces}
        onChange={(paces) => onChange({ ...draft, paces })}
      />
    </>
  )
}
