import { Right } from '@regie/contract/right-codes.ts'
import type { RightGroup, RightObject } from '@regie/contract/rights.ts'
import { type KeyboardEvent, useState } from 'react'
import { errorText } from '../../locales/error-text.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { ApiFailure } from '../../api/api-failure.ts'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { useSession } from '../../session/use-session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { groupRefusal, type RightsOfType, useGiveRight, useTakeRight, wouldLockOut } from './rights-data.ts'
import styles from './rights.module.css'

type Cell = { group: RightGroup; object: RightObject }

/** Which group holds which right. Each box counts at once; arrows move between boxes, space changes one. */
export function RightsMatrix({ parts, groups }: { parts: readonly RightsOfType[]; groups: readonly RightGroup[] }) {
  const t = useText()
  const locale = useLocale()
  const give = useGiveRight()
  const take = useTakeRight()
  const [warned, setWarned] = useState<Cell | null>(null)
  const refusalOf = useRefusal()

  async function toggle({ group, object }: Cell, isOn: boolean, confirmed: 'yes' | 'no' = 'no') {
    const params = { groupID: group.groupID, objectID: object.objectID }
    try {
      await (isOn ? give.mutateAsync({ params }) : take.mutateAsync({ params, query: { confirmed } }))
      setWarned(null)
    } catch (refusal) {
      if (confirmed === 'yes') throw refusal
      if (wouldLockOut(refusal)) setWarned({ group, object })
      else notify(refusal instanceof ApiFailure ? errorText(refusal.code, refusal.params) : errorText('error.unexpected'))
    }
  }

  const rowOf = new Map(parts.flatMap(({ objects }) => objects).map(({ objectID }, row) => [objectID, row]))
  return (
    // The keys are those of the boxes inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div className={styles.scroll} role="group" aria-label={t('rights.tabs.matrix')} onKeyDown={moveBetweenBoxes}>
      <table className={styles.matrix}>
        <caption className={styles.caption}>{t('rights.matrixHelp')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('rights.right')}</th>
            {groups.map(({ groupID, name }) => (
              <th key={groupID} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {parts.map(({ type, objects }) => (
          <tbody key={type.typeID}>
            <tr>
              <th scope="colgroup" colSpan={groups.length + 1} className={styles.type}>
                {type.prefix} · {type.name[locale]}
              </th>
            </tr>
            {objects.map((object) => {
              const at = rowOf.get(object.objectID) ?? 0
              return (
                <tr key={object.objectID}>
                  <th scope="row">
                    <code>{object.code}</code> {object.name[locale]}
                  </th>
                  {groups.map((group, column) => {
                    const refusal = refusalOf({ group, object })
                    return (
                      <td key={group.groupID}>
                        <input
                          type="checkbox"
                          data-box={`${at}:${column}`}
                          tabIndex={at === 0 && column === 0 ? 0 : -1}
                          aria-label={t('rights.box', { group: group.name, right: object.name[locale] })}
                          title={refusal ?? undefined}
                          aria-disabled={refusal !== null || undefined}
                          checked={group.everyRight || group.objectIDs.includes(object.objectID)}
                          onChange={(event) =>
                            refusal === null ? void toggle({ group, object }, event.currentTarget.checked) : notify(refusal)
                          }
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
      {warned !== null && (
        <ConfirmDialog
          isOpen
          kind="danger"
          title={t('rights.lockOutTitle')}
          verb={t('rights.lockOutVerb')}
          onConfirm={() => toggle(warned, false, 'yes')}
          onClose={() => setWarned(null)}
        >
          <p>{t('rights.lockOutText', { right: warned.object.name[locale], group: warned.group.name })}</p>
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

const steps: Record<string, readonly [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }

// One tab stop for the whole matrix; the box that has the focus keeps it for coming back.
function moveBetweenBoxes(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  const box = event.target instanceof HTMLInputElement ? event.target : null
  const [row, column] = (box?.dataset['box'] ?? '').split(':').map(Number)
  if (step === undefined || box === null || row === undefined || column === undefined) return
  const next = event.currentTarget.querySelector<HTMLInputElement>(`[data-box="${row + step[0]}:${column + step[1]}"]`)
  if (next === null) return
  event.preventDefault()
  box.tabIndex = -1
  next.tabIndex = 0
  next.focus()
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
