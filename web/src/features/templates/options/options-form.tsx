import { numberCheckDays } from '@regie/contract/number-checks.ts'
import {
  amountStyles,
  cardDescriptionMax,
  cardTitleMax,
  headerHeight,
  mailPriorities,
  queuePriorities,
  type TemplateDetail,
  type TemplateKind,
  type TemplateOptions,
} from '@regie/contract/templates.ts'
import { type ReactNode, useState } from 'react'
import { useLocale, useText } from '../../../locales/i18n.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { NumberInput, SelectInput } from '../../../ui/inputs.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import { SwitchInput } from '../../../ui/toggles.tsx'
import { CardImageInput } from '../card-image-input.tsx'
import { OptionGroup } from './option-group.tsx'
import { optionGroups, type OptionName, standard } from './option-groups.ts'
import styles from './options-form.module.css'

type OptionsFormProps = {
  templateID: number
  kind: TemplateKind
  options: TemplateOptions
  isReadOnly: boolean
  onChange: (options: TemplateOptions) => void
  smsProviders: TemplateDetail['smsProviders']
  statusFields: TemplateDetail['statusFields']
  /** What chat apps show of its payment link. */
  card?: ReactNode
  /** The mail server of this text alone, which another feature shows. */
  server?: ReactNode
  /** To which a fault of the text leads. */
  openGroup?: string | undefined
  onGroupClosed: () => void
}

/** What belongs to the text beside its words, by what it is about. The first group is open, and the one that a fault leads to. */
export function OptionsForm({ kind, server, card, openGroup, onGroupClosed, ...rest }: OptionsFormProps) {
  const changed = (names: readonly OptionName[]) => names.filter((name) => rest.options[name] !== standard[name]).length
  return (
    <div className={styles.form}>
      {optionGroups[kind].map(({ key, options: names }, at) => (
        <OptionGroup key={key} name={key} changed={changed(names)} isFirst={at === 0} isWanted={key === openGroup} onClosed={onGroupClosed}>
          {names.map((name) => (
            <Option key={name} name={name} {...rest} />
          ))}
          {key === 'advanced' && server}
          {key === 'card' && card}
        </OptionGroup>
      ))}
    </div>
  )
}

type OptionProps = Omit<OptionsFormProps, 'kind' | 'server' | 'card' | 'openGroup' | 'onGroupClosed'> & { name: OptionName }

/** One of them, and the way back where it differs from how a text begins. */
function Option({ name, ...rest }: OptionProps) {
  const { options, isReadOnly, onChange } = rest
  const t = useText()
  const label = t(`templates.options.${name}`)
  const isChanged = options[name] !== standard[name]
  return (
    <div className={styles.option} data-changed={isChanged || undefined}>
      <OptionInput name={name} {...rest} />
      {/* A picture is taken away where it stands. */}
      {isChanged && !isReadOnly && name !== 'cardImage' && (
        <IconButton
          icon="undo"
          label={t('templates.options.resetOf', { option: label })}
          onPress={() => onChange({ ...options, [name]: standard[name] })}
        />
      )}
    </div>
  )
}

function OptionInput({ templateID, name, options, isReadOnly, onChange, smsProviders, statusFields }: OptionProps) {
  const t = useText()
  const change = (changed: Partial<TemplateOptions>) => onChange({ ...options, ...changed })
  const parts = { label: t(`templates.options.${name}`), isDisabled: isReadOnly }
  switch (name) {
    case 'fromName':
    case 'replyTo':
    case 'to':
    case 'cc':
    case 'bcc':
      return (
        <TextInput
          {...parts}
          help={t(name === 'cc' || name === 'bcc' ? 'templates.options.copiesHelp' : `templates.options.${name}Help`)}
          maxLength={name === 'fromName' ? 60 : 300}
          value={options[name]}
          onChange={(value) => change({ [name]: value })}
        />
      )
    case 'cardTitle':
    case 'cardDescription':
      return (
        <TextInput
          {...parts}
          help={t(`templates.options.${name}Help`)}
          maxLength={name === 'cardTitle' ? cardTitleMax : cardDescriptionMax}
          value={options[name]}
          onChange={(value) => change({ [name]: value })}
        />
      )
    case 'cardImage':
      return <CardImageInput {...parts} {...{ templateID, value: options.cardImage }} onChange={(cardImage) => change({ cardImage })} />
    case 'amountStyle':
      return (
        <SelectInput
          {...parts}
          value={options.amountStyle}
          options={amountStyles.map((value) => ({ value, label: t(`templates.options.amounts.${value}`) }))}
          onChange={(value) => change({ amountStyle: amountStyles.find((style) => style === value) ?? standard.amountStyle })}
        />
      )
    case 'priority':
      return (
        <SelectInput
          {...parts}
          help={t('templates.options.priorityHelp')}
          value={options.priority}
          options={mailPriorities.map((value) => ({ value, label: t(`templates.options.priorities.${value}`) }))}
          onChange={(value) => change({ priority: mailPriorities.find((one) => one === value) ?? standard.priority })}
        />
      )
    case 'queuePriority':
      return (
        <SelectInput
          {...parts}
          help={t('templates.options.queuePriorityHelp')}
          value={String(options.queuePriority)}
          options={queuePriorities.map((value) => ({ value: String(value), label: t(`templates.options.queuePriorities.${value}`) }))}
          onChange={(value) => change({ queuePriority: queuePriorities.find((one) => String(one) === value) ?? standard.queuePriority })}
        />
      )
    case 'logStatusAt':
      return (
        <FieldInput {...parts} offered={statusFields} value={options.logStatusAt} onChange={(value) => change({ logStatusAt: value })} />
      )
    case 'smsProvider':
      return (
        <ProviderInput {...parts} offered={smsProviders} value={options.smsProvider} onChange={(value) => change({ smsProvider: value })} />
      )
    case 'headerHeight':
      return <HeightInput {...parts} value={options.headerHeight} onChange={(height) => change({ headerHeight: height })} />
    case 'offered':
    case 'alwaysCc':
    case 'formal':
    case 'formalLetter':
    case 'withInvoices':
    case 'byPost':
    case 'saveMime':
    case 'tracking':
    case 'checkNumber':
    case 'longSms':
      return (
        <SwitchInput
          {...parts}
          help={t(`templates.options.${name}Help`, { days: numberCheckDays })}
          value={options[name]}
          onChange={(value) => change({ [name]: value })}
        />
      )
  }
}

type ProviderProps = {
  label: string
  isDisabled: boolean
  value: number | null
  offered: TemplateDetail['smsProviders']
  onChange: (providerID: number | null) => void
}

/** One that takes none can not be chosen; where it stands there already it is shown, so that it can be left. */
function ProviderInput({ value, offered, onChange, ...parts }: ProviderProps) {
  const t = useText()
  const chosen = offered.find(({ providerID }) => providerID === value)
  const others = offered.filter(({ providerID, isOff }) => !isOff || providerID === value)
  return (
    <SearchSelect
      {...parts}
      help={t('templates.options.smsProviderHelp')}
      value={String(value ?? '')}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
      options={[
        { value: '', label: t('templates.options.smsProviderOfScript') },
        ...others.map(({ providerID, name, isOff }) => ({
          value: String(providerID),
          label: isOff ? t('templates.options.smsProviderOff', { name }) : name,
        })),
        ...(value !== null && chosen === undefined ? [{ value: String(value), label: t('templates.options.smsProviderGone') }] : []),
      ]}
    />
  )
}

type FieldProps = {
  label: string
  isDisabled: boolean
  value: string
  offered: TemplateDetail['statusFields']
  onChange: (key: string) => void
}

/** A field that no case has any more is shown where it stands, so that it can be left. */
function FieldInput({ value, offered, onChange, ...parts }: FieldProps) {
  const t = useText()
  const locale = useLocale()
  const isGone = value !== '' && !offered.some(({ key }) => key === value)
  return (
    <SearchSelect
      {...parts}
      help={t('templates.options.logStatusAtHelp')}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: t('templates.options.logStatusAtNone') },
        ...offered.map(({ key, label }) => ({ value: key, label: label[locale] })),
        ...(isGone ? [{ value, label: t('templates.options.logStatusAtGone', { field: value }) }] : []),
      ]}
    />
  )
}

type HeightProps = { label: string; isDisabled: boolean; value: number; onChange: (height: number) => void }

/** While somebody types, it may be too low for a moment: only what may be kept is taken over. */
function HeightInput({ value, onChange, ...parts }: HeightProps) {
  const t = useText()
  const { least, most } = headerHeight
  const [typed, setTyped] = useState<number | null>(null)
  const [isTyping, setTyping] = useState(false)
  const shown = isTyping ? typed : value
  const isGood = shown !== null && Number.isInteger(shown) && shown >= least && shown <= most
  return (
    <NumberInput
      {...parts}
      {...{ min: least, max: most }}
      help={t('templates.options.headerHeightHelp')}
      error={isGood ? undefined : t('templates.options.headerHeightBounds', { least, most })}
      value={shown}
      onBlur={() => setTyping(false)}
      onChange={(height) => {
        setTyped(height)
        setTyping(true)
        if (height !== null && Number.isInteger(height) && height >= least && height <= most) onChange(height)
      }}
    />
  )
}
