import { Right } from '@regie/contract/right-codes.ts'
import type { RightGroup } from '@regie/contract/rights.ts'
import { useEffect, useRef, useState } from 'react'
import { groupName } from '../../locales/group-name.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { useSession } from '../../session/use-session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { findTabStop, keepTabStop, moveBetweenBoxes } from './matrix-keys.ts'
import styles from './matrix.module.css'
import { groupRefusal, partsWith, type RightsOfType } from './rights-data.ts'
import { TouchedDialog } from './touched-dialog.tsx'
import { type Cell, useMatrixToggle } from './use-matrix-toggle.ts'

/** Which group holds which right. Each box counts at once; arrows move between boxes, space changes one. */
export function RightsMatrix({ parts, groups }: { parts: readonly RightsOfType[]; groups: readonly RightGroup[] }) {
  const t = useText()
  const locale = useLocale()
  const [typed, setTyped] = useState('')
  const matrix = useRef<HTMLDivElement>(null)
  const { isOn, toggle, question, answer, warned, takeAnyway, leaveIt } = useMatrixToggle()
  const refusalOf = useRefusal()
  const shown = partsWith(parts, typed, locale)
  useEffect(() => findTabStop(matrix.current))

  const rowOf = new Map(shown.flatMap(({ objects }) => objects).map(({ id }, row) => [id, row]))
  return (
    <div className={styles.whole}>
      <div className={styles.tools}>
        <div className={styles.search}>
          <TextInput
            label={t('rights.find')}
            isLabelHidden
            type="search"
            placeholder={t('rights.find')}
            icon={<Icon name="search" size={16} />}
            maxLength={100}
            value={typed}
            onChange={setTyped}
          />
        </div>
        <p className={styles.help}>{t('rights.matrixHelp')}</p>
      </div>
      {shown.length === 0 && <EmptyState icon="search" title={t('rights.nothingFound')} />}
      {shown.length > 0 && (
        // The keys are those of the boxes inside.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div
          ref={matrix}
          className={styles.scroll}
          role="group"
          aria-label={t('rights.tabs.matrix')}
          onKeyDown={moveBetweenBoxes}
          onFocus={keepTabStop}
        >
          <table className={styles.matrix}>
            <thead>
              <tr>
                <th scope="col">{t('rights.right')}</th>
                {groups.map(({ id, name }) => (
                  <th key={id} scope="col" title={groupName(name)}>
                    <span>{groupName(name)}</span>
                  </th>
                ))}
              </tr>
            </thead>
            {shown.map(({ type, objects }) => (
              <tbody key={type.id}>
                <tr>
                  <th scope="rowgroup" colSpan={groups.length + 1} className={styles.type}>
                    <span>
                      {type.prefix} · {type.name[locale]}
                    </span>
                  </th>
                </tr>
                {objects.map((object) => {
                  const at = rowOf.get(object.id) ?? 0
                  return (
                    <tr key={object.id}>
                      <th scope="row">
                        <code>{object.code}</code>
                        <span>{object.name[locale]}</span>
                      </th>
                      {groups.map((group, column) => {
                        const cell = { group, object }
                        const refusal = refusalOf(cell)
                        return (
                          <td key={group.id}>
                            <input
                              type="checkbox"
                              data-box={`${at}:${column}`}
                              tabIndex={-1}
                              aria-label={t('rights.box', { group: groupName(group.name), right: object.name[locale] })}
                              title={refusal ?? undefined}
                              aria-disabled={refusal !== null || undefined}
                              checked={isOn(cell)}
                              onChange={(event) => (refusal === null ? void toggle(cell, event.currentTarget.checked) : notify(refusal))}
                            />
                          </td>
                        )
                      })}
                    </tr>
                  )
                })}
              </tbody>
            ))}
          </table>
        </div>
      )}
      {question !== null && <TouchedDialog question={question} onAnswer={answer} />}
      {warned !== null && (
        <ConfirmDialog
          isOpen
          kind="danger"
          title={t('rights.lockOutTitle')}
          verb={t('rights.lockOutVerb')}
          onConfirm={takeAnyway}
          onClose={leaveIt}
        >
          <p>{t('rights.lockOutText', { right: warned.object.name[locale], group: groupName(warned.group.name) })}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function useRefusal() {
  const t = useText()
  const { rights } = useSession()
  const mayChangeGroups = useRight(Right.changeGroups)
  const mayChangeInstallation = useRight(Right.changeRightObjects)
  return ({ group, object }: Cell): string | null => {
    if (!mayChangeGroups) return t('ui.noRight')
    const word = groupRefusal(group, mayChangeInstallation)
    if (word !== null) return t(`rights.refusals.${word}`)
    return rights.includes(object.code) ? null : t('rights.refusals.notYours')
  }
}
