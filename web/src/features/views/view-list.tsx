import type { SavedView } from '@regie/contract/saved-views.ts'
import { ApiFailure } from '../../api/api-failure.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { OpenView } from './use-open-view.ts'
import { viewWords } from './view-words.ts'
import { useRemoveView } from './views-data.ts'
import styles from './views.module.css'
import { personName } from '../../session/people.ts'

type ViewListProps = { view: OpenView; onClose: () => void; onEdit: (view: SavedView) => void }

/** One's own views, then those of colleagues; a press opens one. */
export function ViewList({ view, onClose, onEdit }: ViewListProps) {
  const t = useText()
  const views = view.views ?? []
  const open = (chosen: SavedView | null) => {
    view.open(chosen)
    onClose()
  }
  const parts = [
    { title: t('views.mine'), views: views.filter(({ mine }) => mine) },
    { title: t('views.shared'), views: views.filter(({ mine }) => !mine) },
  ].filter((part) => part.views.length > 0)
  return (
    <>
      <ul className={styles.list}>
        <li className={styles.item}>
          <OpenButton name={t(viewWords(view.list).all)} isCurrent={view.opened === null} onPress={() => open(null)} />
        </li>
      </ul>
      {parts.length === 0 && <p className={styles.none}>{t(viewWords(view.list).none)}</p>}
      {parts.map((part) => (
        <section key={part.title} aria-label={part.title}>
          <h2 className={styles.title}>{part.title}</h2>
          <ul className={styles.list}>
            {part.views.map((one) => (
              <li key={one.viewID} className={styles.item}>
                <OpenButton
                  name={one.name}
                  by={one.mine ? undefined : t('views.by', { by: personName(one.by) })}
                  isCurrent={one.viewID === view.opened?.viewID}
                  onPress={() => open(one)}
                />
                <ViewActions view={view} one={one} onEdit={() => onEdit(one)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

type OpenButtonProps = { name: string; by?: string | undefined; isCurrent: boolean; onPress: () => void }

function OpenButton({ name, by, isCurrent, onPress }: OpenButtonProps) {
  return (
    <button type="button" className={styles.open} aria-current={isCurrent || undefined} onClick={onPress}>
      <span className={styles.mark}>{isCurrent && <Icon name="tick" size={16} />}</span>
      <span className={styles.name}>{name}</span>
      {by !== undefined && <span className={styles.by}>{by}</span>}
    </button>
  )
}

function ViewActions({ view, one, onEdit }: { view: OpenView; one: SavedView; onEdit: () => void }) {
  const t = useText()
  const remove = useRemoveView()
  const { name, viewID } = one
  const isFirst = view.first.viewID === viewID
  const reason = one.mayChange ? undefined : t('views.notYours', { by: personName(one.by) })
  async function takeAway() {
    try {
      await remove.mutateAsync({ params: { viewID } })
      if (view.opened?.viewID === viewID) view.open(null)
    } catch (failure) {
      notify(failure instanceof ApiFailure ? errorText(failure.code, failure.params) : t('views.failed'))
    }
  }
  return (
    <span className={styles.actions}>
      <IconButton
        icon="pin"
        label={t(isFirst ? 'views.notDefault' : 'views.default', { name })}
        isPressed={isFirst}
        onPress={() => view.first.onViewID(isFirst ? null : viewID)}
      />
      <IconButton icon="edit" label={t('views.edit', { name })} reason={reason} onPress={onEdit} />
      <IconButton icon="trash" label={t('views.remove', { name })} reason={reason} onPress={() => void takeAway()} />
    </span>
  )
}
