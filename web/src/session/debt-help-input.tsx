import type { GivenDebtHelp } from '@regie/contract/debt-law.ts'
import type { ResultCode } from '@regie/contract/result-codes.ts'
import { useText } from '../locales/i18n.tsx'
import { DateInput } from '../ui/dates/date-input.tsx'
import { TextInput } from '../ui/text-inputs.tsx'

/** Who helps with the debts, as somebody types it; the last day is '' where none is known. */
export type TypedDebtHelp = Omit<GivenDebtHelp, 'endsOn'> & { endsOn: string }
export const firstDebtHelp: TypedDebtHelp = { organisation: '', reference: '', endsOn: '' }

type DebtHelpInputProps = {
  /** By its result code: protective administration has words of its own. */
  kind: ResultCode
  help: TypedDebtHelp
  onHelp: (help: TypedDebtHelp) => void
  faultAt?: (field: string) => string | undefined
}

/** What a result of debt help or insolvency asks, and what is changed of it later. */
export function DebtHelpInput({ kind, help, onHelp, faultAt = () => undefined }: DebtHelpInputProps) {
  const t = useText()
  const isBewind = kind === 'BEW'
  const change = (changed: Partial<TypedDebtHelp>) => onHelp({ ...help, ...changed })
  return (
    <>
      <p>{t(isBewind ? 'cases.debtHelp.bewind.about' : 'cases.debtHelp.about')}</p>
      <TextInput
        label={t(isBewind ? 'cases.debtHelp.bewind.organisation' : 'cases.debtHelp.organisation')}
        help={t(isBewind ? 'cases.debtHelp.bewind.organisationHelp' : 'cases.debtHelp.organisationHelp')}
        isRequired
        maxLength={200}
        value={help.organisation}
        error={faultAt('organisation')}
        onChange={(organisation) => change({ organisation })}
      />
      <TextInput
        label={t('cases.debtHelp.reference')}
        help={t('cases.debtHelp.referenceHelp')}
        maxLength={100}
        value={help.reference}
        error={faultAt('reference')}
        onChange={(reference) => change({ reference })}
      />
      <DateInput
        label={t('cases.debtHelp.endsOn')}
        help={t('cases.debtHelp.endsOnHelp')}
        min="1990-01-01"
        max="2099-12-31"
        hasChips={false}
        value={help.endsOn}
        error={faultAt('endsOn')}
        onChange={(endsOn) => change({ endsOn })}
      />
    </>
  )
}

/** As it is sent. */
export const givenDebtHelp = ({ organisation, reference, endsOn }: TypedDebtHelp): GivenDebtHelp => ({
  organisation: organisation.trim(),
  reference: reference.trim(),
  endsOn: endsOn === '' ? null : endsOn,
})
