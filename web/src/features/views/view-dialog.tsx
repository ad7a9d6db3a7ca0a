import { Right } from '@regie/contract/right-codes.ts'
import { type SavedView, viewNameMax } from '@regie/contract/saved-views.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { useSession } from '../../session/use-session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import type { OpenView } from './use-open-view.ts'
import { viewWords } from './view-words.ts'
import { useAddView, useChangeView } from './views-data.ts'

export type ViewQuestion = { kind: 'add' } | { kind: 'edit'; view: SavedView }

/** The name of a view and whether colleagues see it. A new one keeps what is shown now; of another only these two change. */
export function ViewDialog({ view, question, onClose }: { view: OpenView; question: ViewQuestion; onClose: () => void }) {
  const t = useText()
  const mayShare = useSession().rights.includes(Right.shareViews)
  const edited = question.kind === 'edit' ? question.view : null
  const [name, setName] = useState(edited?.name ?? '')
  const [shared, setShared] = useState(edited?.shared ?? false)
  const add = useAddView()
  const change = useChangeView()
  async function save() {
    if (edited === null) {
      const body = { customerID: view.customerID ?? 0, list: view.list, ...view.shown, name, shared }
      return view.onSaved(await add.mutateAsync({ body }))
    }
    const { viewID, filters, columns } = edited
    // Changed meanwhile by a colleague: the list asks again, and saving once more begins from theirs.
    const version = view.views?.find((one) => one.viewID === viewID)?.version ?? edited.version
    await change.mutateAsync({ params: { viewID }, body: { name, shared, filters, columns, version } })
  }
  return (
    <ConfirmDialog
      isOpen
      title={t(edited === null ? viewWords(view.list).saveAs : 'views.change')}
      verb={t('views.save')}
      fields={['name']}
      onConfirm={save}
      onClose={onClose}
    >
      {(faultAt) => (
        <Stack>
          <TextInput
            label={t('views.name')}
            value={name}
            onChange={setName}
            maxLength={viewNameMax}
            isRequired
            error={faultAt('name')}
            autoFocus
          />
          <CheckInput
            label={t('views.share')}
            help={t(mayShare ? 'views.shareHelp' : 'views.mayNotShare')}
            value={shared}
            isDisabled={!mayShare && !shared}
            onChange={setShared}
          />
        </Stack>
      )}
    </ConfirmDialog>
  )
}
