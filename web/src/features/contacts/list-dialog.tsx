import { ContactList, ContactListInput } from '@regie/contract/contacts.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { ConflictNotice } from '../../ui/conflict-notice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type AppForm, Form, FormActions, FormField, useAppForm } from '../../ui/form.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import { useVersionedForm } from '../../ui/use-versioned-form.ts'
import { useAddList, useAddMembers, useChangeList, useRemoveMembers, useSelectable } from './contacts-data.ts'
import styles from './contacts.module.css'

export function AddListButton({ customerID }: { customerID: number }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Can right={Right.changeContacts}>
        {(reason) => (
          <Button kind="main" reason={reason} onPress={() => setOpen(true)}>
            {t('contacts.lists.add')}
          </Button>
        )}
      </Can>
      {isOpen && <NewListDialog customerID={customerID} memberIDs={[]} onClose={() => setOpen(false)} />}
    </>
  )
}

type NewListDialogProps = { customerID: number; memberIDs: readonly number[]; onClose: () => void }

/** A new list, with who stands on it from the start. */
export function NewListDialog({ customerID, memberIDs: chosen, onClose }: NewListDialogProps) {
  const t = useText()
  const add = useAddList()
  const form = useAppForm<ContactListInput>({ schema: ContactListInput, defaults: { name: '', description: '' } })
  const [memberIDs, setMemberIDs] = useState<ReadonlySet<number>>(new Set(chosen))
  return (
    <Dialog isOpen title={t('contacts.lists.add')} onClose={onClose}>
      <Form
        form={form}
        label={t('contacts.lists.add')}
        onSubmit={async (list) => {
          await add.mutateAsync({ body: { customerID, list, memberIDs: [...memberIDs] } })
          notify(t('contacts.lists.added', { name: list.name }))
          onClose()
        }}
      >
        <ListFields form={form} />
        <MemberChoice customerID={customerID} value={memberIDs} onChange={setMemberIDs} />
        <FormActions>
          <Button kind="main" type="submit" isBusy={form.formState.isSubmitting}>
            {t('contacts.lists.add')}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

/** A list that is there: its name, what it is for and who stands on it. */
export function ListDialog({ customerID, list, onClose }: { customerID: number; list: ContactList; onClose: () => void }) {
  const t = useText()
  const change = useChangeList()
  const [addMembers, removeMembers] = [useAddMembers(), useRemoveMembers()]
  const form = useAppForm<ContactListInput>({ schema: ContactListInput, defaults: inputOf(list) })
  const { isDirty } = form.formState
  const { base, theirs, lastSave, takeTheirs, save } = useVersionedForm({ row: list, schema: ContactList, isChanged: () => isDirty })
  const [memberIDs, setMemberIDs] = useState<ReadonlySet<number>>(new Set(list.memberIDs))
  useEffect(() => form.reset(inputOf(base)), [base, form])
  const { listID } = list
  return (
    <Dialog isOpen title={list.name} onClose={onClose}>
      <Form
        form={form}
        label={t('contacts.lists.list')}
        onSubmit={async (typed) => {
          const saved = await save((version) => change.mutateAsync({ params: { listID }, body: { customerID, list: typed, version } }))
          if (saved === null) return
          // Only what was ticked here: a colleague may have put others on it meanwhile.
          const added = [...memberIDs].filter((id) => !list.memberIDs.includes(id))
          const removed = list.memberIDs.filter((id) => !memberIDs.has(id))
          if (added.length > 0) await addMembers.mutateAsync({ params: { listID }, body: { customerID, contactIDs: added } })
          if (removed.length > 0) await removeMembers.mutateAsync({ params: { listID }, body: { customerID, contactIDs: removed } })
          notify(t('contacts.saved'))
          onClose()
        }}
      >
        {theirs !== null && (
          <ConflictNotice
            lastSave={lastSave}
            items={(['name', 'description'] as const).map((name) => ({
              key: name,
              label: t(`contacts.lists.${name}`),
              value: theirs[name] || '–',
            }))}
            onTake={takeTheirs}
          />
        )}
        <ListFields form={form} />
        <MemberChoice customerID={customerID} value={memberIDs} onChange={setMemberIDs} />
        <FormActions>
          <Can right={Right.changeContacts}>
            {(reason) => (
              <Button kind="main" type="submit" reason={reason} isBusy={form.formState.isSubmitting}>
                {t('contacts.save')}
              </Button>
            )}
          </Can>
        </FormActions>
      </Form>
    </Dialog>
  )
}

const inputOf = ({ name, description }: ContactList): ContactListInput => ({ name, description })

function ListFields({ form }: { form: AppForm<ContactListInput> }) {
  const t = useText()
  return (
    <>
      <FormField form={form} name="name">
        {(field) => <TextInput {...field} label={t('contacts.lists.name')} isRequired maxLength={100} />}
      </FormField>
      <FormField form={form} name="description">
        {(field) => <TextInput {...field} label={t('contacts.lists.description')} maxLength={500} />}
      </FormField>
    </>
  )
}

type MemberChoiceProps = { customerID: number; value: ReadonlySet<number>; onChange: (value: ReadonlySet<number>) => void }
const shownMax = 200

function MemberChoice({ customerID, value, onChange }: MemberChoiceProps) {
  const t = useText()
  const people = useSelectable(customerID).data ?? []
  const isDisabled = !useRight(Right.changeContacts)
  const [words, setWords] = useState('')
  const wanted = words.toLowerCase()
  const found = people.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(wanted))
  const toggle = (id: number, isMember: boolean) => onChange(new Set(isMember ? [...value, id] : [...value].filter((one) => one !== id)))
  return (
    <div className={styles.fields}>
      <SearchInput label={t('contacts.lists.search')} value={words} onSearch={setWords} />
      <fieldset className={styles.members}>
        <legend>{t('contacts.lists.membersCount', { count: value.size })}</legend>
        {found.slice(0, shownMax).map(({ contactID, name, email }) => (
          <CheckInput
            key={contactID}
            label={name || email}
            help={email}
            isDisabled={isDisabled}
            value={value.has(contactID)}
            onChange={(isMember) => toggle(contactID, isMember)}
          />
        ))}
        {found.length === 0 && <p className={styles.soft}>{t('contacts.none.title')}</p>}
      </fieldset>
      {found.length > shownMax && <p className={styles.soft}>{t('contacts.lists.more', { count: found.length - shownMax })}</p>}
    </div>
  )
}
