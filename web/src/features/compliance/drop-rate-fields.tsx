import type { Compliance } from '@regie/contract/customers.ts'
import { useText } from '../../locales/i18n.tsx'
import { NumberInput } from '../../ui/inputs.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from './compliance.module.css'

type DropName = keyof Compliance['dropRate']
export type DropDraft = Record<DropName, number | null>
export const dropNames = ['warnPercent', 'limitPercent', 'alertMinutes'] as const satisfies readonly DropName[]

/** What was typed, when each of the numbers is there. */
export const wholeDrop = (draft: DropDraft): Compliance['dropRate'] | null =>
  dropNames.every((name) => draft[name] !== null) ? (draft as Compliance['dropRate']) : null

export const isSameDrop = (one: DropDraft, other: DropDraft) => dropNames.every((name) => one[name] === other[name])

type DropRateFieldsProps = { value: DropDraft; errorAt: (field: string) => string | undefined; onChange: (value: DropDraft) => void }

/** How many answered calls a script may drop before it dials more carefully, and when that is mailed. */
export function DropRateFields({ value, errorAt, onChange }: DropRateFieldsProps) {
  const t = useText()
  return (
    <Panel title={t('compliance.drop.title')}>
      <Stack isWide>
        <p className={styles.soft}>{t('compliance.drop.about')}</p>
        {dropNames.map((name) => (
          <NumberInput
            key={name}
            label={t(`compliance.drop.${name}`)}
            help={t(`compliance.drop.${name}Help`)}
            {...(name === 'alertMinutes' ? { min: 1, max: 60 } : { min: 0.1, max: 3, step: 0.1 })}
            value={value[name]}
            error={errorAt(`dropRate.${name}`)}
            onChange={(number) => onChange({ ...value, [name]: number })}
          />
        ))}
      </Stack>
    </Panel>
  )
}
