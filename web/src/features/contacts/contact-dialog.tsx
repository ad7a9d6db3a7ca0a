import { Contact, ContactInput } from '@regie/contract/contact.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useEffect, useState } from 'react'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { ConflictNotice } from '../../ui/conflict-notice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, FormActions, useAppForm } from '../../ui/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useVersionedForm } from '../../ui/use-versioned-form.ts'
import { ContactFields } from './contact-fields.tsx'
import { ContactSubscriptions } from './contact-subscriptions.tsx'
import { contactName, useAddContact, useChangeContact, useContact } from './contacts-data.ts'
import { RemoveContactDialog } from './remove-contact-dialog.tsx'

const blank: ContactInput = {
  ...{ salutation: 'geen', initials: '', firstName: '', middleName: '', lastName: '', department: '', jobTitle: '', email: '' },
  ...{ phone: '', mobile: '', locale: 'nl', notes: '', active: true },
}
const names = Object.keys(blank) as (keyof ContactInput)[]
const inputOf = (contact: Contact) => Object.fromEntries(names.map((name) => [name, contact[name]])) as ContactInput

export function AddContactButton({ customerID }: { customerID: number }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Can right={Right.changeContacts}>
        {(reason) => (
          <Button kind="main" reason={reason} onPress={() => setOpen(true)}>
            {t('contacts.add')}
          </Button>
        )}
      </Can>
      {isOpen && <AddContactDialog customerID={customerID} onClose={() => setOpen(false)} />}
    </>
  )
}

function AddContactDialog({ customerID, onClose }: { customerID: number; onClose: () => void }) {
  const t = useText()
  const add = useAddContact()
  const form = useAppForm<ContactInput>({ schema: ContactInput, defaults: blank })
  return (
    <Dialog isOpen size="wide" title={t('contacts.add')} onClose={onClose}>
      <Form
        form={form}
        isWide
        label={t('contacts.add')}
        onSubmit={async (contact) => {
          const added = await add.mutateAsync({ body: { customerID, contact } })
          notify(t('contacts.added', { name: contactName(added) }))
          onClose()
        }}
      >
        <ContactFields form={form} signsIn={false} />
        <FormActions>
          <Button kind="main" type="submit" isBusy={form.formState.isSubmitting}>
            {t('contacts.add')}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

/** One contact over the list. */
export function ContactDialog({ customerID, contactID, onClose }: { customerID: number; contactID: number; onClose: () => void }) {
  const t = useText()
  const contact = useContact(customerID, contactID)
  const title = contact.data === undefined ? t('contacts.contact') : contactName(contact.data) || contact.data.email
  return (
    <Dialog isOpen size="wide" title={title} onClose={onClose}>
      <Loaded query={contact} lines={8}>
        {(found) => (
          <>
            <ContactForm key={found.contactID} contact={found} customerID={customerID} onGone={onClose} />
            <ContactSubscriptions customerID={customerID} contactID={contactID} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

type ContactFormProps = { contact: Contact; customerID: number; onGone: () => void }

/** Did a colleague change the contact meanwhile, then both are shown and the draft stays. */
function ContactForm({ contact, customerID, onGone }: ContactFormProps) {
  const t = useText()
  const change = useChangeContact()
  const [isRemoving, setRemoving] = useState(false)
  const form = useAppForm<ContactInput>({ schema: ContactInput, defaults: inputOf(contact) })
  const { isDirty } = form.formState
  const { base, theirs, lastSave, takeTheirs, save } = useVersionedForm({ row: contact, schema: Contact, isChanged: () => isDirty })
  useEffect(() => form.reset(inputOf(base)), [base, form])
  const { contactID, userID } = base
  return (
    <Form
      form={form}
      isWide
      label={t('contacts.contact')}
      onSubmit={async (typed) => {
        const saved = await save((version) => change.mutateAsync({ params: { contactID }, body: { customerID, contact: typed, version } }))
        if (saved !== null) notify(t('contacts.saved'))
      }}
    >
      {theirs !== null && (
        <ConflictNotice
          lastSave={lastSave}
          items={names
            .filter((name) => theirs[name] !== form.getValues(name))
            .map((name) => ({ key: name, label: t(`contacts.fields.${name}`), value: valueWords(t, name, theirs) }))}
          onTake={takeTheirs}
        />
      )}
      {userID !== null && <SignsIn userID={userID} />}
      <ContactFields form={form} signsIn={userID !== null} />
      <FormActions>
        <Can right={Right.changeContacts}>
          {(reason) => (
            <Button kind="main" type="submit" reason={reason} isBusy={form.formState.isSubmitting}>
              {t('contacts.save')}
            </Button>
          )}
        </Can>
        <Can right={Right.removeContacts}>
          {(reason) => (
            <Button reason={reason ?? (userID === null ? undefined : errorText('contact_has_login'))} onPress={() => setRemoving(true)}>
              {t('contacts.remove.verb')}
            </Button>
          )}
        </Can>
      </FormActions>
      {isRemoving && <RemoveContactDialog contact={base} customerID={customerID} onClose={() => setRemoving(false)} onGone={onGone} />}
    </Form>
  )
}

/** That this contact is an account too, with the way there for who may see users. */
function SignsIn({ userID }: { userID: number }) {
  const t = useText()
  const seesUsers = useRight(Right.viewUsers)
  return (
    <Notice tone="info" icon="key">
      {t('contacts.signsIn')} {seesUsers && <AppLink to={paths.users({ user: userID })}>{t('contacts.toUser')}</AppLink>}
    </Notice>
  )
}

function valueWords(t: ReturnType<typeof useText>, name: keyof ContactInput, contact: Contact): string {
  if (name === 'salutation') return t(`contacts.salutations.${contact.salutation}`)
  if (name === 'locale') return t(`ui.choices.${contact.locale}`)
  if (name === 'active') return t(`contacts.states.${contact.active ? 'active' : 'inactive'}`)
  return contact[name] || '–'
}
