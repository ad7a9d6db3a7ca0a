import { mollieLocales, mollieMethodNames, mollieMethods, type MollieSettings } from '@regie/contract/payment-providers.ts'
import { useText } from '../../locales/i18n.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import type { ProviderFieldsProps } from './provider-draft.ts'

/** An account at Mollie: its key, how payers pay, and in which language they see it. */
export function MollieFields({
  draft,
  onChange,
  faultAt,
  hasSecret,
}: Pick<ProviderFieldsProps, 'draft' | 'onChange' | 'faultAt' | 'hasSecret'>) {
  const t = useText()
  const { mollie } = draft
  const set = (change: Partial<typeof mollie>) => onChange({ ...draft, mollie: { ...mollie, ...change } })
  return (
    <>
      <PasswordInput
        label={t('providers.payment.key')}
        help={t(hasSecret ? 'providers.payment.keyKept' : 'providers.payment.keyHelp')}
        autoComplete="new-password"
        error={faultAt('secret')}
        value={draft.secret}
        onChange={(secret) => onChange({ ...draft, secret })}
      />
      <SelectInput
        label={t('providers.payment.method')}
        value={mollie.method}
        options={mollieMethodNames.map((value) => ({ value, label: mollieMethods[value] }))}
        onChange={(method) => set({ method: method as MollieSettings['method'] })}
      />
      <SelectInput
        label={t('providers.payment.locale')}
        value={mollie.locale}
        options={mollieLocales.map((value) => ({ value, label: t(`providers.payment.locales.${value}`) }))}
        onChange={(locale) => set({ locale: locale as MollieSettings['locale'] })}
      />
      <TextInput
        label={t('providers.fields.baseUrl')}
        help={t('providers.payment.urlHelp')}
        isRequired
        maxLength={300}
        error={faultAt('settings.url')}
        value={mollie.url}
        onChange={(url) => set({ url })}
      />
    </>
  )
}
