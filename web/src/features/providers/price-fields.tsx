import type { ProviderPrice } from '@regie/contract/providers.ts'
import { formatMoney, formatPlainDay } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { AmountInput } from '../../ui/amount-input.tsx'
import { DateInput } from '../../ui/dates/date-input.tsx'
import type { ProviderFieldsProps } from './provider-draft.ts'
import styles from './providers.module.css'

type PriceFieldsProps = Pick<ProviderFieldsProps, 'channel' | 'draft' | 'onChange' | 'faultAt'> & { prices: readonly ProviderPrice[] }

/** What it asks, by the hundred since one piece costs less than a cent or two, from which day on; and what it asked before. */
export function PriceFields({ channel, draft, onChange, faultAt, prices }: PriceFieldsProps) {
  const t = useText()
  return (
    <fieldset className={styles.prices}>
      <legend>{t('providers.prices.title')}</legend>
      <p>{t('providers.prices.help', { channel })}</p>
      <div className={styles.priceFields}>
        <AmountInput
          label={t('providers.prices.each', { channel })}
          mayBeZero
          error={faultAt('price') ?? faultAt('price.hundredCents')}
          value={draft.price}
          onChange={(price) => onChange({ ...draft, price })}
        />
        {channel === 'call' && (
          <AmountInput
            label={t('providers.prices.minutes')}
            mayBeZero
            error={faultAt('price.hundredMinutesCents')}
            value={draft.minutePrice}
            onChange={(minutePrice) => onChange({ ...draft, minutePrice })}
          />
        )}
        <DateInput
          label={t('providers.prices.from')}
          help={t('providers.prices.fromHelp')}
          error={faultAt('price.from')}
          value={draft.priceFrom}
          onChange={(priceFrom) => onChange({ ...draft, priceFrom })}
        />
      </div>
      {prices.length > 0 && (
        <ul className={styles.kept} aria-label={t('providers.prices.kept')}>
          {prices.map(({ from, hundredCents, hundredMinutesCents }) => (
            <li key={from}>
              {t('providers.prices.line', {
                from: from < '2001' ? 'ever' : 'day',
                day: formatPlainDay(from),
                price: [
                  ...(hundredCents === null ? [] : [t('providers.prices.eachPrice', { channel, price: formatMoney(hundredCents) })]),
                  ...(hundredMinutesCents === null
                    ? []
                    : [t('providers.prices.minutesPrice', { price: formatMoney(hundredMinutesCents) })]),
                ].join(', '),
                known: hundredCents === null && hundredMinutesCents === null ? 'no' : 'yes',
              })}
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
