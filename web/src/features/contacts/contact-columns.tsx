import type { Contact } from '@regie/contract/contact.ts'
import { useMemo } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/column-settings.ts'
import { Moment } from '../../ui/moment.tsx'
import { contactName, useContactLists } from './contacts-data.ts'

type Plain = 'initials' | 'department' | 'jobTitle' | 'email' | 'phone' | 'mobile' | 'notes'

/** The columns of product.md §5.5. */
export function useContactColumns(customerID: number | null): readonly Column<Contact>[] {
  const t = useText()
  const lists = useContactLists(customerID ?? 0, customerID !== null).data
  return useMemo(() => {
    const plain = (key: Plain, width: number, more: Partial<Column<Contact>> = {}): Column<Contact> => ({
      ...{ key, label: t(`contacts.fields.${key}`), width, ...more },
      cell: (contact) => contact[key] || '–',
      text: (contact) => contact[key],
    })
    const listsOf = ({ contactID }: Contact) =>
      (lists ?? [])
        .filter(({ memberIDs }) => memberIDs.includes(contactID))
        .map(({ name }) => name)
        .join(', ')
    return [
      {
        key: 'name',
        label: t('contacts.fields.name'),
        width: 170,
        sort: 'lastName',
        cell: (contact) => contactName(contact) || contact.email,
        text: contactName,
      },
      plain('email', 210, { sort: 'email' }),
      plain('department', 120, { sort: 'department' }),
      plain('jobTitle', 130),
      plain('mobile', 124),
      plain('phone', 130, { isHidden: true }),
      {
        key: 'state',
        label: t('contacts.fields.state'),
        width: 160,
        cell: (contact) => <ContactState contact={contact} />,
      },
      {
        key: 'lists',
        label: t('contacts.fields.lists'),
        width: 140,
        takesRest: true,
        cell: (contact) => listsOf(contact) || '–',
        text: listsOf,
      },
      {
        key: 'locale',
        label: t('contacts.fields.locale'),
        width: 110,
        isHidden: true,
        cell: ({ locale }) => t(`ui.choices.${locale}`),
      },
      plain('initials', 90, { isHidden: true }),
      plain('notes', 200, { isHidden: true }),
      {
        key: 'updatedAt',
        label: t('contacts.fields.updatedAt'),
        width: 130,
        sort: 'updatedAt',
        isHidden: true,
        cell: ({ updatedAt }) => <Moment at={updatedAt} />,
      },
    ]
  }, [t, lists])
}

/** Whether a contact gets reports, and whether they sign in. */
function ContactState({ contact: { active, userID } }: { contact: Contact }) {
  const t = useText()
  if (!active)
    return (
      <Badge tone="neutral" icon="ban">
        {t('contacts.states.inactive')}
      </Badge>
    )
  return userID === null ? (
    <Badge tone="success" icon="check">
      {t('contacts.states.active')}
    </Badge>
  ) : (
    <Badge tone="info" icon="key">
      {t('contacts.states.login')}
    </Badge>
  )
}
