import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { useGoTo } from '../../session/address.ts'
import { useSelection } from '../../session/selection.ts'
import { CommandDialog } from '../../ui/command-dialog.tsx'
import { usePaletteGroups } from './palette-groups.ts'
import { useFound } from './palette-search.ts'

/** Go anywhere and do anything that one may, by a few letters: what one looked at last, this screen's actions, screens, cases, batches, people, scripts. */
export function Palette({ isOpen, ...rest }: PaletteProps & { isOpen: boolean }) {
  return isOpen ? <OpenPalette {...rest} /> : null
}

type PaletteProps = { onClose: () => void; onHelp: () => void; onTour: () => void }

function OpenPalette({ onClose, onHelp, onTour }: PaletteProps) {
  const t = useText()
  const goTo = useGoTo()
  const [words, setWords] = useState('')
  const { customerID, scripts } = useSelection()
  const { isSearching, ...found } = useFound(customerID, words)
  const groups = usePaletteGroups(words, { ...found, scripts }, { goTo, onHelp, onTour })
  return (
    <CommandDialog
      label={t('palette.title')}
      placeholder={t('palette.placeholder')}
      words={words}
      onWords={setWords}
      groups={groups}
      isSearching={words.trim() !== '' && isSearching}
      nothing={t('palette.nothing')}
      hints={[
        ['↑ ↓', t('palette.hints.choose')],
        ['Enter', t('palette.hints.open')],
        ['Esc', t('palette.hints.close')],
      ]}
      onClose={onClose}
    />
  )
}
