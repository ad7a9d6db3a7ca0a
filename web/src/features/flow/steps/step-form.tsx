import type { CallIdentity, CallMenu } from '@regie/contract/call-menu.ts'
import type { ScriptText, StepFault } from '@regie/contract/flow.ts'
import { requestKinds } from '@regie/contract/request-kinds.ts'
import { resultCodes } from '@regie/contract/result-codes.ts'
import { type ScriptStep, stepName } from '@regie/contract/scripts.ts'
import type { ReactNode } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { NumberInput, SelectInput } from '../../../ui/inputs.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import { BranchFields } from './branch-fields.tsx'
import { CallFields } from './call-fields.tsx'
import { CallIdentityFields } from '../calls/call-identity-fields.tsx'
import { CallMenuFields } from '../calls/call-menu-fields.tsx'
import styles from '../flow.module.css'
import type { FlowNames } from '../flow-names.ts'
import { FaultList } from '../draft/fault-list.tsx'
import { NameField } from './name-field.tsx'
import { NextField } from './next-field.tsx'
import { SplitFields } from './split-fields.tsx'
import { resultText, stepIcons } from '../step-words.ts'
import { TemplateField } from '../texts/template-field.tsx'
import type { TextTools } from '../texts/text-tools.ts'
import { TimeInput } from './time-input.tsx'

type StepFormProps = {
  step: ScriptStep
  steps: readonly ScriptStep[]
  names: FlowNames
  texts: readonly ScriptText[]
  tools: TextTools
  /** How many cases stand here. */
  cases: ReactNode
  faults: readonly StepFault[]
  isReadOnly: boolean
  onChange: (changed: ScriptStep) => void
  onMakeFirst: () => void
}

/** One step: its name, what it does, and where it leads. Every change is drawn at once. */
export function StepForm({ step, steps, names, texts, tools, cases, faults, isReadOnly, onChange, onMakeFirst }: StepFormProps) {
  const t = useText()
  return (
    <div className={styles.form}>
      <h2 className={styles.formTitle}>
        <Icon name={stepIcons[step.kind]} />
        {t(`cases.run.kinds.${step.kind}`)}
      </h2>
      <FaultList faults={faults} steps={steps} />
      <NameField
        key={step.key}
        name={stepName(step)}
        taken={steps.filter((one) => one !== step).map(stepName)}
        isDisabled={isReadOnly}
        onChange={(name) => onChange({ ...step, name })}
      />
      <Settings {...{ step, steps, names, texts, tools, isReadOnly, onChange }} />
      {step.kind !== 'finish' && step.kind !== 'split' && (
        <NextField
          label={step.kind === 'branch' ? t('flow.form.otherwise') : asksKeys(step) ? t('flow.menu.otherwise') : t('flow.form.next')}
          value={step.next}
          steps={steps}
          isDisabled={isReadOnly}
          onChange={(next) => onChange({ ...step, next })}
        />
      )}
      {!isReadOnly && steps[0] !== step && (
        <div>
          <Button kind="quiet" icon={<Icon name="arrowUp" size={16} />} onPress={onMakeFirst}>
            {t('flow.form.makeFirst')}
          </Button>
        </div>
      )}
      {cases}
    </div>
  )
}

const asksKeys = (step: ScriptStep) => step.kind === 'call' && (step.settings.menu ?? step.settings.identity) !== undefined

type CallSettings = Extract<ScriptStep, { kind: 'call' }>['settings']

function withVoicemail({ voicemail: _before, ...others }: CallSettings, voicemail: string): CallSettings {
  return voicemail === '' ? others : { ...others, voicemail }
}

function withPart(
  { menu, identity, ...others }: CallSettings,
  changed: { menu?: CallMenu | undefined } | { identity?: CallIdentity | undefined },
): CallSettings {
  const parts = { menu, identity, ...changed }
  return { ...others, ...(parts.identity && { identity: parts.identity }), ...(parts.menu && { menu: parts.menu }) }
}

type SettingsProps = Pick<StepFormProps, 'step' | 'steps' | 'names' | 'texts' | 'tools' | 'isReadOnly' | 'onChange'>

type LinkSettings = Extract<ScriptStep, { kind: 'payment-link' }>['settings']

function withPage({ validDays }: LinkSettings, chosen: string): LinkSettings {
  const page = requestKinds.find((kind) => kind === chosen)
  return { validDays, ...(page && { page }) }
}

function Settings({ step, steps, names, texts, tools, isReadOnly, onChange }: SettingsProps) {
  const t = useText()
  switch (step.kind) {
    case 'payment-link':
      return (
        <>
          <NumberInput
            label={t('flow.form.validDays')}
            value={step.settings.validDays}
            min={1}
            max={365}
            isDisabled={isReadOnly}
            onChange={(days) => onChange({ ...step, settings: { ...step.settings, validDays: Math.min(Math.max(days ?? 1, 1), 365) } })}
          />
          <SelectInput
            label={t('flow.form.page')}
            help={t('flow.form.pageHelp')}
            value={step.settings.page ?? 'own'}
            isDisabled={isReadOnly}
            options={(['own', ...requestKinds] as const).map((value) => ({ value, label: t(`flow.form.pages.${value}`) }))}
            onChange={(value) => onChange({ ...step, settings: withPage(step.settings, value) })}
          />
        </>
      )
    case 'send-email':
    case 'send-sms':
    case 'send-whatsapp':
      return (
        <TemplateField
          label={t('flow.form.template')}
          kind={step.kind === 'send-email' ? 'email' : step.kind === 'send-sms' ? 'sms' : 'whatsapp'}
          value={step.settings.template}
          {...{ names, texts, tools }}
          isDisabled={isReadOnly}
          onChange={(template) => onChange({ ...step, settings: { template } })}
        />
      )
    case 'send-letter':
      return (
        <TemplateField
          label={t('flow.form.letter')}
          help={t('flow.form.letterHelp')}
          kind="email"
          isByPost
          value={step.settings.template}
          {...{ names, texts, tools }}
          isDisabled={isReadOnly}
          onChange={(template) => onChange({ ...step, settings: { template } })}
        />
      )
    case 'call':
      return (
        <>
          <TemplateField
            label={t('flow.form.callText')}
            kind="call"
            value={step.settings.template}
            {...{ names, texts, tools }}
            isDisabled={isReadOnly}
            onChange={(template) => onChange({ ...step, settings: { ...step.settings, template } })}
          />
          <TemplateField
            label={t('flow.form.voicemail')}
            help={t('flow.form.voicemailHelp')}
            none={t('flow.form.noVoicemail')}
            kind="call"
            value={step.settings.voicemail ?? ''}
            {...{ names, texts, tools }}
            isDisabled={isReadOnly}
            onChange={(voicemail) => onChange({ ...step, settings: withVoicemail(step.settings, voicemail) })}
          />
          <CallIdentityFields
            {...{ steps, names, texts, tools, isReadOnly }}
            next={step.next}
            identity={step.settings.identity}
            heardFirst={[step.settings.template, step.settings.voicemail ?? '']}
            onChange={(identity) => onChange({ ...step, settings: withPart(step.settings, { identity }) })}
          />
          <CallMenuFields
            {...{ steps, names, texts, tools, isReadOnly }}
            next={step.next}
            menu={step.settings.menu}
            onChange={(menu) => onChange({ ...step, settings: withPart(step.settings, { menu }) })}
          />
          <CallFields settings={step.settings} isReadOnly={isReadOnly} onChange={(settings) => onChange({ ...step, settings })} />
        </>
      )
    case 'wait':
      return (
        <TimeInput
          key={step.key}
          label={t('flow.form.wait')}
          minutes={step.settings.minutes}
          isDisabled={isReadOnly}
          onChange={(minutes) => onChange({ ...step, settings: { minutes } })}
        />
      )
    case 'branch':
      return (
        <BranchFields
          settings={step.settings}
          steps={steps}
          names={names}
          next={step.next}
          isReadOnly={isReadOnly}
          onChange={(settings) => onChange({ ...step, settings })}
        />
      )
    case 'split':
      return (
        <SplitFields
          settings={step.settings}
          steps={steps}
          isReadOnly={isReadOnly}
          onChange={(settings) => onChange({ ...step, settings })}
        />
      )
    case 'finish':
      return (
        <SearchSelect
          label={t('flow.form.result')}
          value={step.settings.result}
          options={Object.keys(resultCodes).map((code) => ({ value: code, label: `${code} – ${resultText(code)}` }))}
          isDisabled={isReadOnly}
          onChange={(result) => onChange({ ...step, settings: { result } })}
        />
      )
  }
}
