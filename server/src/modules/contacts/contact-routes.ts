import { contactApi, contactListApi } from '@regie/contract/contacts.ts'
import { type Route, route, uploadRoute } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { addContact, changeContact } from './change-contact.ts'
import {
  addContactList,
  addListMembers,
  changeContactList,
  listContactLists,
  removeContactList,
  removeListMembers,
} from './contact-lists.ts'
import { findContact, listContacts, listSelectable } from './contact-queries.ts'
import { downloadContacts } from './download-contacts.ts'
import { findDuplicates } from './find-duplicates.ts'
import { importContacts } from './import-contacts.ts'
import { mergeContacts } from './merge-contacts.ts'
import { removeContact } from './remove-contact.ts'
import { setActive } from './set-active.ts'

export const contactRoutes: Route<Services>[] = [
  route(contactApi.select, ({ db }: Services, { caller, query }) => listSelectable(db, caller, query.customerID)),
  route(contactApi.list, ({ db }: Services, { caller, query }) => listContacts(db, caller, query)),
  route(contactApi.download, (services: Services, { caller, query }) => downloadContacts(services, caller, query)),
  route(contactApi.duplicates, ({ db }: Services, { caller, query }) => findDuplicates(db, caller, query.customerID)),
  route(contactApi.get, ({ db }: Services, { caller, params, query }) => findContact(db, caller, query.customerID, params.contactID)),
  route(contactApi.add, (services: Services, { caller, body }) => addContact(services, caller, body)),
  route(contactApi.change, (services: Services, { caller, params, body }) => changeContact(services, caller, params.contactID, body)),
  route(contactApi.remove, (services: Services, { caller, params, query }) =>
    removeContact(services, caller, query.customerID, params.contactID),
  ),
  route(contactApi.setActive, (services: Services, { caller, body }) => setActive(services, caller, body)),
  route(contactApi.merge, (services: Services, { caller, body }) => mergeContacts(services, caller, body)),
  uploadRoute(contactApi.import, (services: Services, { caller, body, file }) => importContacts(services, caller, body.customerID, file)),
  uploadRoute(contactApi.checkImport, (services: Services, { caller, body, file }) =>
    importContacts(services, caller, body.customerID, file, { isAsked: true }),
  ),
  route(contactListApi.list, ({ db }: Services, { caller, query }) => listContactLists(db, caller, query.customerID)),
  route(contactListApi.add, (services: Services, { caller, body }) => addContactList(services, caller, body)),
  route(contactListApi.change, (services: Services, { caller, params, body }) => changeContactList(services, caller, params.listID, body)),
  route(contactListApi.remove, (services: Services, { caller, params, query }) =>
    removeContactList(services, caller, { customerId: query.customerID, listId: params.listID }),
  ),
  route(contactListApi.addMembers, (services: Services, { caller, params, body }) => addListMembers(services, caller, params.listID, body)),
  route(contactListApi.removeMembers, (services: Services, { caller, params, body }) =>
    removeListMembers(services, caller, params.listID, body),
  ),
]
