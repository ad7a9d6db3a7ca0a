import { keyAsWords } from '@regie/contract/scripts.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import { CheckInput } from '../../../ui/toggles.tsx'
import styles from '../scripts.module.css'
import type { VariableFault, VariableLine } from './variable-rows.ts'

type VariablesTableProps = {
  lines: readonly VariableLine[]
  faults: ReadonlyMap<number, VariableFault>
  isFrozen: boolean
  onChange: (id: number, changed: Partial<VariableLine>) => void
  onRemove: (id: number) => void
}

const faultWords = { keyInvalid: 'refusals.script.variableKeyInvalid', twice: 'refusals.script.variableTwice' } as const

/** One line for each variable. One that something uses keeps its name and cannot go; what uses it stands beside it. */
export function VariablesTable({ lines, faults, isFrozen, onChange, onRemove }: VariablesTableProps) {
  const t = useText()
  return (
    <div className={styles.scroll}>
      <table className={`${styles.table} ${styles.stacking}`}>
        <thead>
          <tr>
            <th scope="col">{t('scripts.variables.key')}</th>
            <th scope="col">{t('scripts.variables.value')}</th>
            <th scope="col">{t('scripts.variables.standardValue')}</th>
            <th scope="col">{t('scripts.variables.resetDaily')}</th>
            <th scope="col">{t('scripts.variables.usedBy')}</th>
            <th scope="col" aria-label={t('scripts.variables.remove')} />
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const { id, key, value, standardValue, resetDaily, usedBy } = line
            const isUsed = usedBy.length > 0
            const of = key === '' ? t('scripts.variables.new') : key
            const fault = faults.get(id)
            return (
              <tr key={id}>
                <td className={styles.key} data-label={t('scripts.variables.key')}>
                  <TextInput
                    label={`${t('scripts.variables.key')}: ${of}`}
                    isLabelHidden
                    maxLength={40}
                    isDisabled={isFrozen || isUsed}
                    error={fault && t(faultWords[fault])}
                    value={key}
                    onChange={(typed) => onChange(id, { key: typed.toLowerCase() })}
                  />
                </td>
                <td className={styles.value} data-label={t('scripts.variables.value')}>
                  <TextInput
                    label={`${t('scripts.variables.value')}: ${of}`}
                    isLabelHidden
                    maxLength={1000}
                    isDisabled={isFrozen}
                    value={value}
                    onChange={(typed) => onChange(id, { value: typed })}
                  />
                </td>
                <td className={styles.value} data-label={t('scripts.variables.standardValue')}>
                  <TextInput
                    label={`${t('scripts.variables.standardValue')}: ${of}`}
                    isLabelHidden
                    maxLength={1000}
                    isDisabled={isFrozen}
                    value={standardValue}
                    onChange={(typed) => onChange(id, { standardValue: typed })}
                  />
                </td>
                <td className={styles.middle} data-label={t('scripts.variables.resetDaily')}>
                  <CheckInput
                    label={t('scripts.variables.resetAt')}
                    isDisabled={isFrozen}
                    value={resetDaily}
                    onChange={(reset) => onChange(id, { resetDaily: reset })}
                  />
                </td>
                <td className={styles.middle} data-label={t('scripts.variables.usedBy')}>
                  {isUsed ? (
                    <span className={styles.uses}>
                      {usedBy.map((use) => (
                        <Badge key={`${use.kind} ${use.id}`} icon={use.kind === 'template' ? 'mail' : 'branch'}>
                          {t(`scripts.variables.uses.${use.kind}`, { name: use.kind === 'template' ? keyAsWords(use.name) : use.name })}
                        </Badge>
                      ))}
                    </span>
                  ) : (
                    <span className={styles.soft}>{t('scripts.variables.unused')}</span>
                  )}
                </td>
                <td className={styles.middle}>
                  <IconButton
                    icon="trash"
                    label={t('scripts.variables.removeOf', { key: of })}
                    reason={isFrozen ? t('ui.noRight') : isUsed ? t('scripts.variables.inUse') : undefined}
                    onPress={() => onRemove(id)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
