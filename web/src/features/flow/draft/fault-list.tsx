import type { StepFault } from '@regie/contract/flow.ts'
import { nameIn, type ScriptStep } from '@regie/contract/scripts.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from '../flow.module.css'
import { faultText, groupFaults } from './fault-words.ts'

type FaultListProps = { faults: readonly StepFault[]; steps: readonly ScriptStep[]; onStep?: (key: string) => void }

/** What is wrong, each cause once. With `onStep` it names its steps and leads to them. */
export function FaultList({ faults, steps, onStep }: FaultListProps) {
  const t = useText()
  if (faults.length === 0) return null
  const nameOf = nameIn(steps)
  return (
    <ul className={styles.faults}>
      {groupFaults(faults).map(({ id, cause, keys }) => (
        <li key={id}>
          <Icon name="error" size={16} />
          <span>
            {faultText(cause, t, nameOf)}
            {onStep !== undefined && keys.length > 0 && ': '}
            {onStep !== undefined &&
              keys.map((key, at) => (
                <span key={key}>
                  {at > 0 && ', '}
                  <button type="button" className={styles.link} onClick={() => onStep(key)}>
                    {nameOf(key)}
                  </button>
                </span>
              ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
