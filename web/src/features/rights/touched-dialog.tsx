import { groupName } from '../../locales/group-name.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Question } from './use-matrix-toggle.ts'

type TouchedDialogProps = { question: Question; onAnswer: (isMeant: boolean) => unknown }

/** Who gains or loses a right by a tick, before it counts. */
export function TouchedDialog({ question: { cell, isOn, touched }, onAnswer }: TouchedDialogProps) {
  const t = useText()
  const locale = useLocale()
  const words = isOn ? 'gives' : 'takes'
  const names = touched.users.map(({ username, name }) => (name === '' ? username : `${name} (${username})`))
  const more = touched.userCount - names.length
  return (
    <ConfirmDialog
      isOpen
      kind={isOn ? 'main' : 'danger'}
      title={t(`rights.touched.${words}Title`, { right: cell.object.name[locale], group: groupName(cell.group.name) })}
      verb={t(`rights.touched.${words}Verb`)}
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      <p>{t(`rights.touched.${words}Text`, { count: touched.userCount })}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
        {more > 0 && <li>{t('rights.touched.more', { count: more })}</li>}
      </ul>
      {touched.keyCount > 0 && <p>{t('rights.touched.keys', { count: touched.keyCount })}</p>}
    </ConfirmDialog>
  )
}
