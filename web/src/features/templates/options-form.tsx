import { numberCheckDays } from '@regie/contract/number-checks.ts'
import { amountStyles, type TemplateKind, type TemplateOptions } from '@regie/contract/templates.ts'
import { useText } from '../../locales/i18n.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'
import styles from './templates.module.css'

const addressees = ['replyTo', 'cc', 'bcc'] as const
const mailSwitches = ['formalLetter', 'saveMime', 'tracking'] as const

type OptionsFormProps = { kind: TemplateKind; options: TemplateOptions; isReadOnly: boolean; onChange: (options: TemplateOptions) => void }

/** What belongs to the text beside its words; a kind has only what it uses. */
export function OptionsForm({ kind, options, isReadOnly, onChange }: OptionsFormProps) {
  const t = useText()
  const change = (changed: Partial<TemplateOptions>) => onChange({ ...options, ...changed })
  return (
    <div className={styles.options}>
      {kind === 'email' && (
        <TextInput
          label={t('templates.options.fromName')}
          help={t('templates.options.fromNameHelp')}
          maxLength={60}
          isDisabled={isReadOnly}
          value={options.fromName}
          onChange={(fromName) => change({ fromName })}
        />
      )}
      {kind === 'email' &&
        addressees.map((name) => (
          <TextInput
            key={name}
            label={t(`templates.options.${name}`)}
            help={t(name === 'replyTo' ? 'templates.options.replyToHelp' : 'templates.options.copiesHelp')}
            maxLength={300}
            isDisabled={isReadOnly}
            value={options[name]}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
      <SelectInput
        label={t('templates.options.amountStyle')}
        isDisabled={isReadOnly}
        value={options.amountStyle}
        options={amountStyles.map((value) => ({ value, label: t(`templates.options.amounts.${value}`) }))}
        onChange={(value) => change({ amountStyle: amountStyles.find((style) => style === value) ?? 'symbol' })}
      />
      <SwitchInput
        label={t('templates.options.formal')}
        help={t('templates.options.formalHelp')}
        isDisabled={isReadOnly}
        value={options.formal}
        onChange={(formal) => change({ formal })}
      />
      {kind !== 'call' && (
        <SwitchInput
          label={t('templates.options.offered')}
          help={t('templates.options.offeredHelp')}
          isDisabled={isReadOnly}
          value={options.offered}
          onChange={(offered) => change({ offered })}
        />
      )}
      {kind === 'sms' && (
        <SwitchInput
          label={t('templates.options.checkNumber')}
          help={t('templates.options.checkNumberHelp', { days: numberCheckDays })}
          isDisabled={isReadOnly}
          value={options.checkNumber}
          onChange={(checkNumber) => change({ checkNumber })}
        />
      )}
      {kind === 'email' &&
        mailSwitches.map((name) => (
          <SwitchInput
            key={name}
            label={t(`templates.options.${name}`)}
            help={t(`templates.options.${name}Help`)}
            isDisabled={isReadOnly}
            value={options[name]}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
    </div>
  )
}
