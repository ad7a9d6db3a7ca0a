import { useState } from 'react'
import { useText } from '../locales/i18n.tsx'
import { Button } from './button.tsx'
import styles from './column-chooser.module.css'
import { type Column, type ColumnHeader, isShown, mergeHeaders, withMoved, withShown } from './column-settings.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { Popover } from './menu.tsx'
import { CheckInput } from './toggles.tsx'

type ColumnChooserProps = {
  columns: readonly Pick<Column<never>, 'key' | 'label' | 'isHidden'>[]
  headers: readonly ColumnHeader[]
  onHeaders: (headers: ColumnHeader[]) => void
}

/** Which columns show, and in which order. The first column is the link and can be moved but not hidden when it is the last one left. */
export function ColumnChooser(props: ColumnChooserProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const trigger = (
    <Button icon={<Icon name="columns" size={16} />} onPress={() => setOpen(!isOpen)}>
      {t('ui.columns.title')}
    </Button>
  )
  return (
    <Popover label={t('ui.columns.title')} isOpen={isOpen} onOpen={setOpen} trigger={trigger}>
      <ColumnList {...props} />
    </Popover>
  )
}

// A component of its own, drawn only while it is open: its texts took a twentieth of the first screen's code.
function ColumnList({ columns, headers, onHeaders }: ColumnChooserProps) {
  const t = useText()
  const merged = mergeHeaders(headers, columns)
  const labels = new Map(columns.map((column) => [column.key, column.label]))
  const shownCount = merged.filter(isShown).length
  return (
    <>
      <ul className={styles.list}>
        {merged.map((header, index) => {
          const label = labels.get(header.key) ?? header.key
          return (
            <li key={header.key} className={styles.item}>
              <CheckInput
                label={label}
                value={isShown(header)}
                isDisabled={isShown(header) && shownCount === 1}
                onChange={(shown) => onHeaders(withShown(merged, header.key, shown))}
              />
              <span className={styles.moves}>
                <MoveButton
                  icon="chevronUp"
                  label={t('ui.columns.up', { column: label })}
                  isEnd={index === 0}
                  onPress={() => onHeaders(withMoved(merged, header.key, -1))}
                />
                <MoveButton
                  icon="chevronDown"
                  label={t('ui.columns.down', { column: label })}
                  isEnd={index === merged.length - 1}
                  onPress={() => onHeaders(withMoved(merged, header.key, 1))}
                />
              </span>
            </li>
          )
        })}
      </ul>
      <Button kind="quiet" onPress={() => onHeaders(mergeHeaders([], columns))}>
        {t('ui.columns.reset')}
      </Button>
    </>
  )
}

function MoveButton({
  icon,
  label,
  isEnd,
  onPress,
}: {
  icon: 'chevronUp' | 'chevronDown'
  label: string
  isEnd: boolean
  onPress: () => void
}) {
  const t = useText()
  return <IconButton icon={icon} label={label} onPress={onPress} {...(isEnd ? { reason: t('ui.columns.end') } : {})} />
}
