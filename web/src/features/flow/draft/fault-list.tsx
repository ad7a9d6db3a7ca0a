import type { StepFault } from '@regie/contract/flow.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from '../flow.module.css'

/** What is wrong with a step, in words. With `onStep` each names its step and leads to it. */
export function FaultList({ faults, onStep }: { faults: readonly StepFault[]; onStep?: (key: string) => void }) {
  const t = useText()
  if (faults.length === 0) return null
  return (
    <ul className={styles.faults}>
      {faults.map((one) => (
        <li key={`${one.step} ${one.fault} ${one.detail}`}>
          <Icon name="error" size={16} />
          <span>
            {onStep !== undefined && one.step !== null && (
              <>
                <StepLink step={one.step} onStep={onStep} />{' '}
              </>
            )}
            {faultText(one, t)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function faultText({ fault, detail = '' }: StepFault, t: ReturnType<typeof useText>): string {
  if (detail === '' && (fault === 'fieldUnknown' || fault === 'variableUnknown')) return t(`flow.faults.${fault}.none`)
  return fault === 'fieldUnknown' || fault === 'variableUnknown'
    ? t(`flow.faults.${fault}.gone`, { detail })
    : t(`flow.faults.${fault}`, { detail })
}

function StepLink({ step, onStep }: { step: string; onStep: (key: string) => void }) {
  return (
    <button type="button" className={styles.link} onClick={() => onStep(step)}>
      {step}
    </button>
  )
}
