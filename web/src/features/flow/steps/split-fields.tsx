import { plannedCases } from '@regie/contract/experiment-rules.ts'
import { type ScriptStep, type Variant, variantKeys, variantsMin } from '@regie/contract/scripts.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { NumberInput } from '../../../ui/inputs.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import styles from '../flow.module.css'
import { NextField } from './next-field.tsx'

type Settings = Extract<ScriptStep, { kind: 'split' }>['settings']
type SplitFieldsProps = {
  settings: Settings
  steps: readonly ScriptStep[]
  isReadOnly: boolean
  onChange: (settings: Settings) => void
}

/** The variants with their shares and where each leads, and what is decided before the experiment begins. */
export function SplitFields({ settings, steps, isReadOnly, onChange }: SplitFieldsProps) {
  const t = useText()
  const { variants, plan } = settings
  const put = (changed: Variant[]) => onChange({ ...settings, variants: changed })
  const putAt = (at: number, changed: Partial<Variant>) => put(variants.map((one, place) => (place === at ? { ...one, ...changed } : one)))
  const free = variantKeys.find((key) => !variants.some((one) => one.key === key))
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{t('flow.form.variants')}</legend>
        <p className={styles.soft}>{t('flow.form.variantsHelp')}</p>
        {variants.map((variant, at) => (
          <div key={variant.key} className={styles.rule} role="group" aria-label={variant.name}>
            <div className={styles.variantHead}>
              <TextInput
                label={t('flow.form.variantName', { no: at + 1 })}
                value={variant.name}
                maxLength={60}
                isDisabled={isReadOnly}
                onChange={(name) => putAt(at, { name })}
              />
              {!isReadOnly && (
                <IconButton
                  icon="close"
                  label={t('flow.form.removeVariant', { name: variant.name })}
                  reason={variants.length === variantsMin ? t('flow.form.variantsLeft') : undefined}
                  onPress={() => put(sharedOut(variants.toSpliced(at, 1)))}
                />
              )}
            </div>
            <NumberInput
              label={t('flow.form.variantPercent', { name: variant.name })}
              value={variant.percent}
              min={1}
              max={99}
              isDisabled={isReadOnly}
              onChange={(percent) => put(withShare(variants, at, percent ?? 0))}
            />
            <NextField
              label={t('flow.form.variantTo', { name: variant.name })}
              value={variant.next}
              steps={steps}
              isDisabled={isReadOnly}
              onChange={(next) => putAt(at, { next })}
            />
          </div>
        ))}
        {!isReadOnly && free !== undefined && (
          <div>
            <Button
              icon={<Icon name="plus" size={16} />}
              onPress={() =>
                put(sharedOut([...variants, { key: free, name: free.toUpperCase(), percent: 0, next: variants.at(-1)?.next ?? '' }]))
              }
            >
              {t('flow.form.addVariant')}
            </Button>
          </div>
        )}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('flow.form.plan')}</legend>
        <p className={styles.soft}>{t('flow.form.planHelp')}</p>
        <NumberInput
          label={t('flow.form.paidPercent')}
          value={plan.paidPercent}
          min={1}
          max={99}
          isDisabled={isReadOnly}
          onChange={(value) => onChange({ ...settings, plan: { ...plan, paidPercent: within(value, 99) } })}
        />
        <NumberInput
          label={t('flow.form.differencePoints')}
          value={plan.differencePoints}
          min={1}
          max={50}
          isDisabled={isReadOnly}
          onChange={(value) => onChange({ ...settings, plan: { ...plan, differencePoints: within(value, 50) } })}
        />
        <Planned settings={settings} />
      </fieldset>
    </>
  )
}

/** How many cases that takes: each variant its number, so the one with the smallest share decides for all. */
function Planned({ settings: { variants, plan } }: { settings: Settings }) {
  const t = useText()
  const smallest = Math.min(...variants.map(({ percent }) => percent))
  const cases = plannedCases(plan, variants.length)
  if (smallest <= 0) return null
  const total = Math.ceil((cases * 100) / smallest)
  return (
    <p>{t('flow.form.planned', { cases: formatNumber(cases), total: formatNumber(total), points: formatNumber(plan.differencePoints) })}</p>
  )
}

const within = (value: number | null, max: number) => Math.min(Math.max(Math.round(value ?? 1), 1), max)

/** Of two variants the other one gets what is left; of more each is set by itself, and the check says what does not add up. */
function withShare(variants: readonly Variant[], at: number, percent: number): Variant[] {
  const share = Math.min(Math.max(Math.round(percent), 0), 100)
  return variants.map((one, place) => {
    if (place === at) return { ...one, percent: share }
    return variants.length === 2 ? { ...one, percent: 100 - share } : one
  })
}

/** As equal as whole percents can be. */
function sharedOut(variants: readonly Variant[]): Variant[] {
  const share = Math.floor(100 / variants.length)
  return variants.map((one, at) => ({ ...one, percent: share + (at < 100 % variants.length ? 1 : 0) }))
}
